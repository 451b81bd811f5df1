import { createHmac } from 'node:crypto'
import { PASSWORD_FIELDS } from '../../../contract/users.ts'
import { type Ctx, refuseIfGone } from '../../access/context.ts'
import { inTransaction } from '../../access/transaction.ts'
import { hashPassword, verifyPassword } from '../../credentials/passwords.ts'
import { digest } from '../../crypto/digest.ts'
import { badRequest, conflict, Refusal, writeConflict } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { isFields } from '../../values/fields.ts'
import type { Call, Endpoint } from '../endpoint.ts'
import type { Answer } from '../response/envelope.ts'
import { dayBefore, forgetExpired, keepAnswer, keptAnswer, readParts, SHOWN } from './kept-answers.ts'

/** Visible ASCII, as the header's draft has it. */
const WELL_FORMED = /^[\x21-\x7e]{1,255}$/

interface Claim {
  /** Names what the key stands for. */
  hash: string
  /** Of the request that the key was used for, but for its passwords. */
  fingerprint: string
  /** As one text; undefined where there are none. */
  passwords: string | undefined
  /** The caller is not signed in. */
  isNobodys: boolean
}

/**
 * Carries a call out, once for each `Idempotency-Key`: within a day, the same key and request get the same answer
 * again, while the caller may as much. What the key stands for and what the call writes are one transaction, so neither
 * is there without the other.
 * @throws Refusal 422 where the caller used the key for another request
 */
export function carryOut(endpoint: Endpoint, call: Call): Answer | Promise<Answer> {
  const key = call.request.headers['idempotency-key']
  const isWrite = endpoint.messages !== undefined
  if (key !== undefined && isWrite) return carryOutOnce(endpoint, call, key)
  return endpoint.admit || endpoint.prepare ? admitAndHandle(endpoint, call) : endpoint.handle(call)
}

async function carryOutOnce(endpoint: Endpoint, call: Call, key: string | string[]): Promise<Answer> {
  const claim = claimOf(call, String(key))
  await endpoint.admit?.(call)
  const known = await recall(call, claim)
  if (known !== undefined && known !== ANOTHERS) return known
  refuseIfGone(call.ctx)
  call.prepared = await endpoint.prepare?.(call)
  if (known === ANOTHERS) return endpoint.handle(call)
  const row = { hash: claim.hash, fingerprint: await wholeFingerprint(call.ctx, claim) }
  const answer = await inTransaction(call.ctx, async (ctx) => {
    if (!(await take(ctx, row))) return undefined
    const answer = await endpoint.handle({ ...call, ctx })
    const text = await keepAnswer(ctx, claim.hash, endpoint.isShownOnce ? SHOWN : answer, call.budget())
    await forgetExpired(ctx)
    return text ? { ...answer, text } : answer
  })
  // Another request with the same key was carried out meanwhile. Its answer may be long: it is read after the transaction.
  const answered = answer ?? (await recall(call, claim))
  if (!answered) throw writeConflict()
  return answered === ANOTHERS ? endpoint.handle(call) : answered
}

async function admitAndHandle(endpoint: Endpoint, call: Call): Promise<Answer> {
  refuseIfGone(call.ctx)
  await endpoint.admit?.(call)
  call.prepared = await endpoint.prepare?.(call)
  return endpoint.handle(call)
}

function claimOf({ ctx, request, sent, body }: Call, key: string): Claim {
  if (!WELL_FORMED.test(key)) {
    throw badRequest('malformed', say`Idempotency-Key must be 1 to 255 visible ASCII characters.`)
  }
  // The path alone: the service may meanwhile be reached at another address.
  const [path] = request.url.split('?', 1)
  // What the caller may decides what the answer shows: with less, the kept one is not theirs to see.
  const { grants, userId, ownerId, authorId } = ctx.actor
  const { isAll, slugs } = grants
  const may = isAll ? 'all' : [...slugs].sort()
  const { text, passwords } = withoutPasswords([
    request.method,
    path,
    may,
    sent,
    isFields(body) ? null : (body ?? null),
  ])
  const fingerprint = createHmac('sha256', key).update(text).digest('hex')
  // Strangers may choose the same key: of callers who are not signed in, a key is of the whole request, codes included. So
  // nobody is kept out by another's key, and nobody is answered what they could not have sent themselves.
  const nobody = `nobody ${fingerprint}`
  // A token that somebody else made is shown less than its user is.
  const caller = userId ?? (ownerId === null ? nobody : `${ownerId} by ${authorId}`)
  return { hash: digest(`${caller} ${key}`), fingerprint, passwords, isNobodys: caller === nobody }
}

/** A request as a text, and its passwords apart. */
function withoutPasswords(request: unknown[]): { text: string; passwords: string | undefined } {
  const passwords: unknown[] = []
  const text = JSON.stringify(request, (name, value: unknown) => {
    if (!PASSWORD_FIELDS.has(name) || value === null) return value
    passwords.push(value)
    return PASSWORD
  })
  return { text, passwords: passwords.length > 0 ? JSON.stringify(passwords) : undefined }
}

const PASSWORD = 'a password'

/** Passwords are kept by a slow hash alone: whoever reads the database and knows the key could try many by a fast one. */
const wholeFingerprint = async (ctx: Ctx, { fingerprint, passwords }: Claim): Promise<string> =>
  passwords === undefined ? fingerprint : `${fingerprint} ${await hashPassword(ctx, passwords)}`

async function isOf(ctx: Ctx, { fingerprint, passwords }: Claim, kept: string): Promise<boolean> {
  if (passwords === undefined) return kept === fingerprint
  const [of, hash] = kept.split(' ')
  if (of !== fingerprint || hash === undefined) return false
  return verifyPassword(ctx, passwords, hash)
}

/** A stranger used the key for the same request with another password: whoever asks now is not kept out by that. */
const ANOTHERS = Symbol('another stranger’s')

async function recall(call: Call, claim: Claim): Promise<Answer | typeof ANOTHERS | undefined> {
  const { ctx } = call
  const found = await keptAnswer(ctx, claim.hash)
  if (!found) return undefined
  if (!(await isOf(ctx, claim, found.fingerprint))) {
    if (claim.isNobodys) return ANOTHERS
    throw new Refusal(
      422,
      'idempotency_key_reused',
      say`This Idempotency-Key was used for another request; make a new one.`,
    )
  }
  const { isShown, parts, ...answer } = found.answer
  if (isShown) throw shownOnce()
  const text = parts === undefined ? undefined : await readParts(ctx, claim.hash, parts, call.budget())
  return { ...answer, ...(text && { text }), isReplayed: true }
}

const shownOnce = () =>
  conflict(
    'shown_once',
    say`This request was carried out, and its answer is shown only once. Revoke the token that it created, and create another.`,
  )

/**
 * Takes the key before anything else is done: another request with the same key waits for this one to end. An expired
 * key is taken over.
 * @returns whether this call has it
 */
async function take(ctx: Ctx, claim: { hash: string; fingerprint: string }): Promise<boolean> {
  const now = ctx.now()
  const row = { ...claim, answer: {}, created_at: now }
  const taken = await ctx.db
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet(row).where('idempotency_keys.created_at', '<=', dayBefore(now)),
    )
    .returning('hash')
    .executeTakeFirst()
  return taken !== undefined
}
