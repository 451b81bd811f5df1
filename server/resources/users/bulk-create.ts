import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Type } from 'typebox'
import { bulkCreateInput, MAX_FAULTS_OF_ROW } from '../../../contract/bulk.ts'
import { type ObjectSchema, ref } from '../../../contract/fields.ts'
import { rolesOfNewUsers } from '../../../contract/registrations.ts'
import { refuseIfAuthorityEnded } from '../../access/authority.ts'
import { type Ctx, refuseIfGone } from '../../access/context.ts'
import { accessToMore } from '../../access/matrix.ts'
import { inTransaction } from '../../access/transaction.ts'
import { hashInBatches } from '../../credentials/hashing-batches.ts'
import { passwordFault } from '../../credentials/passwords.ts'
import type { Resource } from '../../crud/define/resource.ts'
import { itemReader } from '../../crud/endpoints/bulk.ts'
import { attempt, stopwatch, told } from '../../crud/endpoints/bulk-report.ts'
import { valueTaken } from '../../crud/write/rows.ts'
import { refuseInvalidLines } from '../../crud/write/single-lines.ts'
import { operationsOf } from '../../crud/write/write.ts'
import { fold, isStorableText } from '../../db/queries/texts.ts'
import { type Detail, Refusal } from '../../errors.ts'
import { type Call, defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { type Language, languageOf } from '../../messages/languages.ts'
import { say } from '../../messages/say.ts'
import { type Fields, isFields } from '../../values/fields.ts'
import { reserveUsernames } from '../people/default-usernames.ts'
import { hashSecrets } from '../people/people.ts'
import { refuseDisallowedUsername } from '../people/usernames.ts'
import { access } from './access.ts'
import { assignChosenRoles, type ChosenRoles, readChosenRoles, refuseUnassignableRoles } from './links.ts'

/** Creates many users, each by itself, and reports the faults of the others: the import of a file that a client has parsed. */
export const bulkCreate = (users: Resource): Endpoint => {
  const read = itemReader(users, users.schemas.create as ObjectSchema, true)
  return defineEndpoint({
    name: 'users.bulk-create',
    methods: ['POST'],
    path: '/api/users/bulk/create',
    tag: 'users',
    summary: 'Create many users, with a report',
    description:
      'Creates each valid row of `items` in a transaction of its own, with `roles` until `expires_at`, and reports all faults ' +
      'of the others. A dry run reports the same and changes nothing. A call that takes too long answers `next`: repeat it ' +
      'with `after`. A row that an earlier call created is reported as taken. An `Idempotency-Key` is ignored.',
    access: accessToMore({ name: 'users', access }, 'bulk-create'),
    effect: 'write',
    ignoresIdempotencyKey: true,
    input: Type.Object(bulkCreateInput(rolesOfNewUsers('roles to assign to each'))),
    unknown: 'refuse',
    nullIsAbsent: true,
    data: ref('BulkCreateReport'),
    messages: ['Saved successfully.'],
    isInLanguage: true,
    refusals: [],
    handle: async (call) => {
      const { ctx, input } = call
      const isDryRun = input.dry_run === true
      const chosen = readChosenRoles(ctx, input)
      await refuseUnassignableRoles(ctx, chosen)
      const rows = rowsOf(input.items as unknown[])
      const language = languageOf(call.request.headers['accept-language'])
      const named = rows.flatMap((row) => {
        const username = keyOf(row, 'username')
        return username === undefined ? [] : [{ username }]
      })
      const data = await createEach(call, users, { rows, read, named, chosen, isDryRun }, language)
      const messages = [isDryRun ? 'Nothing was changed.' : 'Saved successfully.']
      return { data, messages, headers: { 'content-language': language } }
    },
  })
}

const UNIQUE = ['email', 'username'] as const

interface Row {
  index: number
  sent: unknown
  /** What is to be stored, once the row is read. */
  values: Fields
  faults: Detail[]
}

/** The rows, with the faults that need no look at their fields: values that an earlier row has. */
function rowsOf(items: readonly unknown[]): Row[] {
  const first = { email: new Map<string, number>(), username: new Map<string, number>() }
  return items.map((sent, index) => {
    const row: Row = { index, sent, values: {}, faults: [] }
    for (const field of UNIQUE) {
      const key = keyOf(row, field)
      if (key === undefined) continue
      const earlier = first[field].get(key)
      if (earlier === undefined) first[field].set(key, index)
      else row.faults.push({ field, code: 'duplicate', message: say`Item ${earlier} has the same ${field}.` })
    }
    return row
  })
}

/** The value by which it is unique, if it is text that can be stored. */
function keyOf({ sent }: Row, field: (typeof UNIQUE)[number]): string | undefined {
  const value = isFields(sent) ? sent[field] : undefined
  const text = typeof value === 'string' ? value.trim() : ''
  return text !== '' && text.isWellFormed() && isStorableText(text) ? fold(text) : undefined
}

/** Runs a check, and adds the faults that it finds. */
function collect(row: Row, check: () => void): void {
  try {
    check()
  } catch (error) {
    row.faults.push(...faultsIn(error))
  }
}

/** @throws the error, if it is no fault of the row */
function faultsIn(error: unknown): Detail[] {
  if (!(error instanceof Refusal) || error.status >= 500) throw error
  const { code, said, details } = error
  return details.length > 0 ? details : [{ field: '', code, message: said }]
}

interface Import {
  rows: Row[]
  read: (fields: Fields) => Fields
  /** Usernames that rows have chosen: no other row gets one of them. */
  named: Fields[]
  chosen: ChosenRoles
  isDryRun: boolean
}

/** Rows that are read, and whose passwords are hashed, before any of them is stored. */
const ROWS_AT_ONCE = 8

async function createEach(call: Call, users: Resource, work: Import, language: Language) {
  const { ctx } = call
  const isOver = stopwatch(ctx)
  const { after = -1 } = call.input as { after?: number }
  const rows = work.rows.filter(({ index }) => index > after)
  await findTaken(ctx, users, rows)
  const created: { index: number; id: number }[] = []
  let valid = 0
  let handled = 0
  let stopped: ReturnType<typeof told> | null = null
  for (const row of rows) {
    await yieldToEventLoop()
    if (isOver(handled)) break
    const next = handled % ROWS_AT_ONCE === 0 ? rows.slice(handled, handled + ROWS_AT_ONCE) : []
    const prepared = await attempt(() => prepareRows(ctx, users, next, work))
    const outcome = 'refusal' in prepared ? prepared : await storeRow(ctx, users, row, work)
    if (outcome !== undefined && 'refusal' in outcome && outcome.concerns !== 'record') {
      if (handled === 0) throw outcome.refusal
      stopped = outcome.concerns === 'caller' ? told(outcome.refusal, language) : null
      break
    }
    handled += 1
    if (outcome === undefined) continue
    if ('refusal' in outcome) row.faults.push(...faultsIn(outcome.refusal))
    else {
      valid += 1
      if (!work.isDryRun) created.push({ index: row.index, id: outcome.result })
    }
  }
  const remaining = rows.length - handled
  return {
    created,
    valid,
    left_out: rows.slice(0, handled).flatMap((row) => faultsToTell(row, language)),
    next: remaining > 0 ? (rows[handled - 1]?.index ?? Math.max(after, 0)) : null,
    remaining,
    stopped,
    applied: !work.isDryRun,
  }
}

const faultsToTell = ({ index, faults }: Row, language: Language) =>
  faults
    .slice(0, MAX_FAULTS_OF_ROW)
    .map(({ field, code, message }) => ({ index, field, code, message: message.in(language) }))

/** Finds addresses and usernames that other users have. */
async function findTaken(ctx: Ctx, users: Resource, rows: readonly Row[]): Promise<void> {
  for (const field of UNIQUE) {
    const keys = [...new Set(rows.flatMap((row) => keyOf(row, field) ?? []))]
    if (keys.length === 0) continue
    const found = await ctx.db
      .selectFrom('users')
      .where(`${field}_key`, 'in', keys)
      .where('deleted_at', 'is', null)
      .select(`${field}_key as key`)
      .execute()
    const taken = new Set(found.map(({ key }) => key))
    const faults = faultsIn(valueTaken(users, field))
    for (const row of rows) if (taken.has(keyOf(row, field) ?? '')) row.faults.push(...faults)
  }
}

/** Reads the fields of a row, and finds all faults that it has by itself. */
function readRow(row: Row, users: Resource, read: (fields: Fields) => Fields): void {
  const { sent, index, faults } = row
  if (!isFields(sent)) {
    const message = say`${`items.${index}`} must be an object of fields.`
    faults.push({ field: '', code: 'invalid_type', message })
    return
  }
  collect(row, () => {
    row.values = read(sent)
    collect(row, () => refuseInvalidLines(users.schemas.create as ObjectSchema, row.values))
    collect(row, () => refuseDisallowedUsername(row.values))
  })
  const isRead = !faults.some(({ field }) => field === 'password')
  const fault = isRead && typeof sent.password === 'string' ? passwordFault(sent.password) : undefined
  if (fault) faults.push(fault)
}

/** Reads some rows and hashes their passwords. */
async function prepareRows(ctx: Ctx, users: Resource, rows: readonly Row[], work: Import): Promise<void> {
  for (const row of rows) {
    // A hundred unknown fields with their hints take milliseconds.
    await yieldToEventLoop()
    readRow(row, users, work.read)
  }
  await hashInBatches(
    rows.filter(({ faults }) => faults.length === 0),
    async (row) => {
      row.values = await hashSecrets(row.values, ctx, work.isDryRun ? async () => '' : undefined)
    },
    async () => {
      refuseIfGone(ctx)
      await refuseIfAuthorityEnded(ctx)
    },
  )
}

/** Undoes the transaction of a dry run, which has found that the row can be stored. */
class DryRun extends Error {
  readonly id: number

  constructor(id: number) {
    super('dry run')
    this.id = id
  }
}

/** @returns undefined for a row with faults, which is not tried */
async function storeRow(ctx: Ctx, users: Resource, row: Row, { named, chosen, isDryRun }: Import) {
  if (row.faults.length > 0) return undefined
  const { values } = row
  return attempt<number>((inside) =>
    inTransaction(ctx, (ctx) =>
      inside(async () => {
        if (values.username == null) await reserveUsernames(ctx, 'users', [values, ...named])
        const write = await operationsOf(users).create(ctx, users, values)
        const { id } = await write.result
        await assignChosenRoles(ctx, id, chosen)
        if (isDryRun) throw new DryRun(id)
        return id
      }),
    ).catch((error: unknown) => {
      if (error instanceof DryRun) return error.id
      throw error
    }),
  )
}
