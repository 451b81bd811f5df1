import { createHmac } from 'node:crypto'
import { PASSWORD_FIELDS } from '../../../contract/users.ts'
import { type Ctx, refuseIfGone } from '../../access/context.ts'
import { inTransaction } from '../../access/transaction.ts'
import { hashPassword, verifyPassword } from '../../credentials/passwords.ts'
import { digest } from '../../crypto/digest.ts'
import { badRequest, conflict, Refusal, writeConflict } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { isFields } from '../../values/fields.ts'
import type { Answer, Call, Endpoint } from '../endpoint.ts'
import { dayBefore, readParts, SECRET_SHOWN, storeAnswer, storedAnswer } from './stored-answers.ts'

/** Visible ASCII, as in the draft of the header. */
const WELL_FORMED = /^[\x21-\x7e]{1,255}$/

interface Claim {
  /** The hash of caller and key: the key's identity in the database. */
  hash: string
  /** The fingerprint of the request, without its passwords. */
  fingerprint: string
  /** The passwords of the request as one text; undefined if there are none. */
  passwords: string | undefined
  /** The caller is not signed in. */
  isAnonymous: boolean
}

/**
 * Runs a call once per `Idempotency-Key`: within a day, the same key and request get the same response again, as long as
 * the caller's permissions are unchanged.
 * @param key of the header @throws Refusal 422 if the caller used the key for another request
 */
export async function runCallOnce(endpoint: Endpoint, call: Call, key: string | string[]): Promise<Answer> {
  const claim = claimOf(call, String(key))
  await endpoint.admit?.(call)
  const earlier = await findAnswer(call, claim)
  if (earlier.kind === 'answered') return earlier.answer
  refuseIfGone(call.ctx)
  call.prepared = await endpoint.prepare?.(call)
  if (earlier.kind === 'key-of-another-caller') return endpoint.handle(call)
  const answer = await claimAndHandle(endpoint, call, claim)
  if (answer) return answer
  // A concurrent request with the same key has run. Its response may be long, so read it after the transaction.
  const concurrent = await findAnswer(call, claim)
  if (concurrent.kind === 'unused') throw writeConflict()
  return concurrent.kind === 'answered' ? concurrent.answer : endpoint.handle(call)
}

/**
 * Claims the key, handles the call and stores its answer, in one transaction.
 * @returns undefined if a concurrent request has claimed the key first
 */
async function claimAndHandle(endpoint: Endpoint, call: Call, claim: Claim): Promise<Answer | undefined> {
  const { hash } = claim
  const fingerprint = await wholeFingerprint(call.ctx, claim)
  const handle = async (ctx: Ctx) => {
    if (!(await claimKey(ctx, { hash, fingerprint }))) return undefined
    const answer = await endpoint.handle({ ...call, ctx })
    const stored = endpoint.isShownOnce ? SECRET_SHOWN : answer
    const text = await storeAnswer(ctx, hash, stored, call.budget())
    return text ? { ...answer, text } : answer
  }
  return inTransaction(call.ctx, handle, { isLong: endpoint.items !== undefined })
}

function claimOf({ ctx, request, sent, body }: Call, key: string): Claim {
  if (!WELL_FORMED.test(key)) {
    throw badRequest('malformed', say`Idempotency-Key must be 1 to 255 visible ASCII characters.`)
  }
  // Only the path: a retry may reach the service at another address.
  const [path] = request.url.split('?', 1)
  // Permissions decide what the response contains: with fewer, the caller must not see the stored one.
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
  // Anonymous callers may choose the same key, so theirs includes the whole request: they neither block each other, nor get
  // a response to a request that they could not have sent themselves.
  const anonymous = `nobody ${fingerprint}`
  // A token that another user made sees less than its user does.
  const caller = userId ?? (ownerId === null ? anonymous : `${ownerId} by ${authorId}`)
  return { hash: digest(`${caller} ${key}`), fingerprint, passwords, isAnonymous: caller === anonymous }
}

/** The request as a text, with its passwords separated. */
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

/** Passwords are stored only as a slow hash: with a fast one, an attacker with the database and the key could guess them. */
const wholeFingerprint = async (ctx: Ctx, { fingerprint, passwords }: Claim): Promise<string> =>
  passwords === undefined ? fingerprint : `${fingerprint} ${await hashPassword(ctx, passwords)}`

async function matchesStored(ctx: Ctx, { fingerprint, passwords }: Claim, kept: string): Promise<boolean> {
  if (passwords === undefined) return kept === fingerprint
  const [of, hash] = kept.split(' ')
  if (of !== fingerprint || hash === undefined) return false
  return verifyPassword(ctx, passwords, hash)
}

/** What the database has for a key. */
type Found =
  | { kind: 'unused' }
  | { kind: 'answered'; answer: Answer }
  /** Of another anonymous caller, who sent the same request with another password: it must not block this caller. */
  | { kind: 'key-of-another-caller' }

async function findAnswer(call: Call, claim: Claim): Promise<Found> {
  const { ctx } = call
  const found = await storedAnswer(ctx, claim.hash)
  if (!found) return { kind: 'unused' }
  if (!(await matchesStored(ctx, claim, found.fingerprint))) {
    if (claim.isAnonymous) return { kind: 'key-of-another-caller' }
    throw new Refusal(
      422,
      'idempotency_key_reused',
      say`This Idempotency-Key was used for another request; make a new one.`,
    )
  }
  const { isShown, parts, ...answer } = found.answer
  if (isShown) throw shownOnce()
  const text = parts === undefined ? undefined : await readParts(ctx, claim.hash, parts, call.budget())
  return { kind: 'answered', answer: { ...answer, ...(text && { text }), isReplayed: true } }
}

const shownOnce = () =>
  conflict(
    'shown_once',
    say`This request was carried out, and its response is shown only once. Revoke the token that it created, and create another.`,
  )

/**
 * Inserts the key first: a concurrent request with the same key waits for this transaction to end. Replaces an expired
 * key.
 * @returns whether this call owns the key
 */
async function claimKey(ctx: Ctx, claim: { hash: string; fingerprint: string }): Promise<boolean> {
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
