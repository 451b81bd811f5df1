import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type TProperties, Type } from 'typebox'
import { ref } from '../../../contract/fields.ts'
import type { Ctx } from '../../access/context.ts'
import type { Requirement } from '../../access/guard.ts'
import { inTransactionReading } from '../../access/transaction.ts'
import { Refusal } from '../../errors.ts'
import { type Call, defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { type Language, languageOf } from '../../messages/languages.ts'
import type { Fields } from '../../values/fields.ts'
import { type AnyRow, mayRead, type Resource } from '../define/resource.ts'
import { queryForWrite } from '../write/select.ts'
import { type ActsOn, noMatch, type Selected, select, selectionInput } from './bulk-selection.ts'

/** An action on many records, each by the rules of the single operation. */
export interface BulkAction<Prepared = undefined> {
  /** The last part of its path: `POST /api/users/bulk/<name>`. */
  name: string
  summary: string
  description: string
  access: Requirement
  input?: TProperties
  /** For the description: the action's own input. */
  example?: Fields
  /** The records that it works on. Others are left out, unless the action makes one state of the other: see `makesOther`. */
  actsOn: ActsOn
  /** A record in the other state is already as the action makes it: a deletion finds it in the trash, a restore outside. */
  makesOther?: true
  /** It may end the authority of the record's owner. */
  endsAuthority?: true
  /** Reads and checks what all records have in common, before any is changed: its refusals refuse the call. */
  prepare?: (ctx: Ctx, input: Fields) => Promise<Prepared>
  /** Changes one record, inside a transaction of its own. @returns whether it was not so already */
  change: (ctx: Ctx, resource: Resource, row: AnyRow, prepared: Prepared) => Promise<boolean>
}

const HOW =
  'Each record is changed by the rules of the single operation, in a transaction of its own and in ascending order of ids; ' +
  'what cannot be changed is left out, and the report says why. A call handles at most `limit` records: repeat it with ' +
  '`after` from `next` until that is null. A repeated call changes nothing that is already so. An `Idempotency-Key` is ignored.'

/** The endpoint of an action: it reports which records it changed and which it left out. */
export const bulkActionEndpoint = <Prepared>(resource: Resource, action: BulkAction<Prepared>): Endpoint =>
  defineEndpoint({
    name: `${resource.name}.bulk-${action.name}`,
    methods: ['POST'],
    path: `/api/${resource.name}/bulk/${action.name}`,
    tag: resource.name,
    summary: action.summary,
    description: `${action.description} ${HOW}`,
    access: action.access,
    effect: 'write',
    ignoresIdempotencyKey: true,
    input: Type.Object({ ...selectionInput(resource), ...action.input }),
    unknown: 'refuse',
    nullIsAbsent: true,
    data: ref('BulkReport'),
    messages: ['Saved'],
    isInLanguage: true,
    refusals: [],
    example: { input: { ids: [1], ...action.example } },
    handle: async (call) => {
      const language = languageOf(call.request.headers['accept-language'])
      const input = { ...call.input, ...nullsOf(call.sent, action.input) }
      const prepared = (await action.prepare?.(call.ctx, input)) as Prepared
      const data = await runBulk({ ...call, input }, resource, action, prepared, language)
      return { data, messages: ['Saved'], headers: { 'content-language': language } }
    },
  })

/** Null means absent, but in the action's own input, where it may be a value. */
const nullsOf = (sent: Fields, own: TProperties = {}): Fields =>
  Object.fromEntries(
    Object.keys(own).flatMap((name) => (sent[name] === null || sent[name] === '' ? [[name, null]] : [])),
  )

interface Entry {
  id?: number
  uuid?: string
  name?: string
  email?: string
  code: string
  message: string
}

/** How long a call goes on: then it answers what it has done, and where to go on. */
const MAX_CALL_MS = 10_000

/** Whether a bulk call ends before its next record: its client is gone, or it has taken long enough. Each call gets on by one record. */
export function stopwatch(
  { isGone }: Pick<Ctx, 'isGone'>,
  elapsed = () => performance.now(),
): (handled: number) => boolean {
  const end = elapsed() + MAX_CALL_MS
  return (handled) => isGone?.() === true || (handled > 0 && elapsed() > end)
}

async function runBulk<Prepared>(
  call: Call,
  resource: Resource,
  action: BulkAction<Prepared>,
  prepared: Prepared,
  language: Language,
) {
  const { ctx } = call
  const isOver = stopwatch(ctx)
  const { selected, total, unselected } = await select(call, resource, action.actsOn)
  const done: number[] = []
  const leftOut: Entry[] = unselected.map(({ named, refusal }) => ({ ...named, ...told(refusal, language) }))
  let unchanged = 0
  let handled = 0
  let stopped: ReturnType<typeof told> | null = null
  for (const one of selected) {
    await yieldToEventLoop()
    if (isOver(handled)) break
    const outcome = await changeOne(ctx, resource, action, prepared, one)
    if (outcome.kind === 'ended') {
      if (handled === 0) throw outcome.refusal
      stopped = outcome.concerns === 'caller' ? told(outcome.refusal, language) : null
      break
    }
    handled += 1
    if (outcome.kind === 'changed') done.push(one.id)
    else if (outcome.kind === 'unchanged') unchanged += 1
    else
      leftOut.push({ ...one.named, ...shown(ctx, resource, outcome.row), ...told(outcome.refusal, language) })
  }
  const remaining = total - handled
  const last = selected[handled - 1]?.id ?? (call.input.after as number | undefined) ?? 0
  return { done, unchanged, left_out: leftOut, next: remaining > 0 ? last : null, remaining, stopped }
}

/** What the report shows of a record that it leaves out. */
const shown = (ctx: Ctx, resource: Resource, row: AnyRow | undefined): Partial<Entry> => {
  if (!row) return {}
  const { id, uuid, name } = row
  return mayRead(ctx, resource) ? { id, uuid, name: name as string } : { id }
}

/** At most so many sentences of one refusal. */
const MAX_SENTENCES = 3

/** A refusal in the language of the caller. */
export function told(
  { code, said, details }: Refusal,
  language: Language,
): { code: string; message: string } {
  const sentences = details.length > 0 ? details.map(({ message }) => message) : [said]
  const message = sentences
    .slice(0, MAX_SENTENCES)
    .map((sentence) => sentence.in(language))
    .join(' ')
  return { code, message }
}

type Outcome =
  | { kind: 'changed' }
  | { kind: 'unchanged' }
  | { kind: 'left out'; refusal: Refusal; row: AnyRow | undefined }
  | { kind: 'ended'; refusal: Refusal; concerns: 'caller' | 'service' }

async function changeOne<Prepared>(
  ctx: Ctx,
  resource: Resource,
  { actsOn, makesOther, endsAuthority, change }: BulkAction<Prepared>,
  prepared: Prepared,
  { id, emailKey }: Selected,
): Promise<Outcome> {
  const target = {
    selector: { column: 'id', value: String(id), ownOnly: undefined },
    trashed: 'true',
  } as const
  const isOwn = endsAuthority && resource.ownerColumn === 'id' && id === ctx.actor.userId
  let found: AnyRow | undefined
  const changeFound = async (ctx: Ctx, row: AnyRow | undefined): Promise<boolean> => {
    found = undefined
    // It may have been deleted, or its address changed, since it was selected.
    if (!row || (emailKey !== undefined && row.email_key !== emailKey)) throw noMatch(resource)
    const isInOtherState = (row.deleted_at !== null) !== (actsOn === 'only')
    if (isInOtherState && makesOther) return false
    if (isInOtherState) throw noMatch(resource)
    found = row
    return change(ctx, resource, row, prepared)
  }
  const attempted = await attempt((inside) =>
    inTransactionReading(
      ctx,
      (ctx) => ({ record: queryForWrite(ctx, resource, target) }),
      (ctx, { record: [row] }) => inside(() => changeFound(ctx, row)),
      { callerLock: isOwn ? 'exclusive' : 'shared' },
    ),
  )
  if (!('refusal' in attempted)) return { kind: attempted.result ? 'changed' : 'unchanged' }
  const { refusal, concerns } = attempted
  return concerns === 'record'
    ? { kind: 'left out', refusal, row: found }
    : { kind: 'ended', refusal, concerns }
}

/**
 * A refusal `concerns` the caller if their authority has ended, or the client is gone, and the service if it is overloaded:
 * then it would refuse all further records too.
 */
type Attempted<T> = { result: T } | { refusal: Refusal; concerns: 'record' | 'caller' | 'service' }

/**
 * Runs the transaction of one of many records.
 * @param transact passes what the transaction does to `inside`, which tells its refusals from those of the caller
 */
export async function attempt<T>(
  transact: (inside: (run: () => Promise<T>) => Promise<T>) => Promise<T>,
): Promise<Attempted<T>> {
  let ofRecord: unknown
  const inside = (run: () => Promise<T>) =>
    run().catch((error: unknown) => {
      ofRecord = error
      throw error
    })
  try {
    return { result: await transact(inside) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.status >= 500) return { refusal: error, concerns: 'service' }
    const isOfCaller = error.status === 401 || error.status === 403 || error.code === 'client_gone'
    return { refusal: error, concerns: isOfCaller && error !== ofRecord ? 'caller' : 'record' }
  }
}
