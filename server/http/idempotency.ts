import { createHmac } from 'node:crypto'
import { type Ctx, inTransaction, refuseIfGone } from '../access/context.ts'
import { badRequest, conflict, Refusal, writeConflict } from '../errors.ts'
import { digest } from '../secrets/digest.ts'
import type { Call, Endpoint } from './endpoint.ts'
import type { Answer } from './envelope.ts'
import { dayBefore, forgetExpired, keepAnswer, keptAnswer, readParts, SHOWN } from './kept-answers.ts'
import { isFields } from './parameters.ts'

/** Visible ASCII, as the header's draft has it. */
const WELL_FORMED = /^[\x21-\x7e]{1,255}$/

interface Claim {
  /** Names what the key stands for. */
  hash: string
  /** Of the request that the key was used for. */
  fingerprint: string
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
  if (known) return known
  refuseIfGone(call.ctx)
  call.prepared = await endpoint.prepare?.(call)
  const answer = await inTransaction(call.ctx, async (ctx) => {
    if (!(await take(ctx, claim))) return undefined
    const answer = await endpoint.handle({ ...call, ctx })
    const text = await keepAnswer(ctx, claim.hash, endpoint.isShownOnce ? SHOWN : answer, call.budget())
    await forgetExpired(ctx)
    return text ? { ...answer, text } : answer
  })
  // Another request with the same key was carried out meanwhile. Its answer may be long: it is read after the transaction.
  const answered = answer ?? (await recall(call, claim))
  if (!answered) throw writeConflict()
  return answered
}

async function admitAndHandle(endpoint: Endpoint, call: Call): Promise<Answer> {
  refuseIfGone(call.ctx)
  await endpoint.admit?.(call)
  call.prepared = await endpoint.prepare?.(call)
  return endpoint.handle(call)
}

function claimOf({ ctx, request, sent, body }: Call, key: string): Claim {
  if (!WELL_FORMED.test(key)) {
    throw badRequest('malformed', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
  }
  // The path alone: the service may meanwhile be reached at another address.
  const [path] = request.url.split('?', 1)
  // What the caller may decides what the answer shows: with less, the kept one is not theirs to see.
  const { grants, userId, ownerId, authorId } = ctx.actor
  const { isAll, slugs } = grants
  const may = isAll ? 'all' : [...slugs].sort()
  const content = JSON.stringify([request.method, path, may, sent, isFields(body) ? null : (body ?? null)])
  const fingerprint = createHmac('sha256', key).update(content).digest('hex')
  // Strangers may choose the same key: of callers who are not signed in, a key is of the whole request, passwords and codes
  // included. So nobody is kept out by another's key, and nobody is answered what they could not have sent themselves.
  const nobody = `nobody ${fingerprint}`
  // A token that somebody else made is shown less than its user is.
  const caller = userId ?? (ownerId === null ? nobody : `${ownerId} by ${authorId}`)
  return { hash: digest(`${caller} ${key}`), fingerprint }
}

async function recall(call: Call, { hash, fingerprint }: Claim): Promise<Answer | undefined> {
  const { ctx } = call
  const found = await keptAnswer(ctx, hash)
  if (!found) return undefined
  if (found.fingerprint !== fingerprint) {
    throw new Refusal(
      422,
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request; make a new one.',
    )
  }
  const { isShown, parts, ...answer } = found.answer
  if (isShown) throw shownOnce()
  const text = parts === undefined ? undefined : await readParts(ctx, hash, parts, call.budget())
  return { ...answer, ...(text && { text }), isReplayed: true }
}

const shownOnce = () =>
  conflict(
    'shown_once',
    'This was carried out, and its answer is not shown again. Revoke what it made, and make another.',
  )

/**
 * Takes the key before anything else is done: another request with the same key waits for this one to end. An expired
 * key is taken over.
 * @returns whether this call has it
 */
async function take(ctx: Ctx, claim: Claim): Promise<boolean> {
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
