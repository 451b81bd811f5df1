import type { CompiledQuery } from 'kysely'
import { type TProperties, type TSchema, Type } from 'typebox'
import { nothing } from '../../../contract/fields.ts'
import type { Ctx } from '../../access/context.ts'
import { accessTo } from '../../access/matrix.ts'
import { inTransaction, inTransactionReading } from '../../access/transaction.ts'
import type { Queries, RowsOf } from '../../db/queries/pipeline.ts'
import type { Lock } from '../../db/transactions/locks.ts'
import type { RowLock } from '../../db/transactions/row-locks.ts'
import { forbidden, Refusal } from '../../errors.ts'
import { type Call, defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { say } from '../../messages/say.ts'
import { type AnyRow, nounOf, type Resource } from '../define/resource.ts'
import type { Trashed } from '../query/list-query.ts'
import { oneForWrite, queryForWrite, type Target } from '../write/select.ts'
import { locksOfTree, movesInTree } from '../write/tree.ts'
import { operationsOf } from '../write/write.ts'
import { readWritten, recordOf, writtenBy } from '../write/written.ts'
import { GET_POST, itemSchema, readOnlyNames, selectorOf } from './route-parts.ts'

export function createEndpoint(resource: Resource, input: TSchema): Endpoint {
  const { shownOnce } = resource
  const inItem = Type.Object({ item: itemSchema(resource), ...shownOnce?.schema })
  const hasItemTwice = resource.shapes?.createdInData === true
  return defineEndpoint({
    name: `${resource.name}.create`,
    methods: GET_POST,
    path: `/api/${resource.name}/create`,
    tag: resource.name,
    summary: `Create a ${nounOf(resource)}`,
    access: accessTo(resource, 'create'),
    effect: 'write',
    input,
    unknown: 'refuse',
    nullIsAbsent: true,
    readOnly: readOnlyNames(resource),
    status: 201,
    data: hasItemTwice ? Type.Intersect([itemSchema(resource), inItem]) : inItem,
    messages: ['Saved successfully.'],
    ...(shownOnce && { isShownOnce: true }),
    refusals: [409],
    prepare: async ({ ctx, input }) => (await resource.prepare?.(input, ctx)) ?? input,
    handle: async ({ ctx, prepared: values }) => {
      const { create } = operationsOf(resource)
      const { written, once } = await inTransaction(ctx, async (ctx) => {
        const write = await create(ctx, resource, values)
        return {
          written: writtenBy(ctx, resource, write),
          once: await shownOnce?.read(ctx, (await write.result).id),
        }
      })
      const item = await recordOf(ctx, resource, written)
      return {
        data: hasItemTwice ? item.with({ item }) : { item, ...once },
        messages: ['Saved successfully.'],
      }
    },
  })
}

export function updateEndpoint(resource: Resource, input: TSchema): Endpoint {
  return defineEndpoint({
    name: `${resource.name}.update`,
    methods: GET_POST,
    path: `/api/${resource.name}/:column/:value/update`,
    tag: resource.name,
    summary: `Update a ${nounOf(resource)}`,
    description: 'The given fields change, the others stay. An empty value clears a field that may be null.',
    access: accessTo(resource, 'update'),
    effect: 'write',
    input,
    unknown: 'refuse',
    readOnly: readOnlyNames(resource),
    data: itemSchema(resource),
    messages: ['Saved'],
    refusals: [404, 409, 412],
    prepare: async (call) => {
      refuseForeignFields(call, resource)
      return (await resource.prepare?.(call.input, call.ctx)) ?? call.input
    },
    handle: async (call) => {
      const changes = call.prepared
      const update = async (ctx: Ctx, row: AnyRow) => {
        return writtenBy(ctx, resource, await operationsOf(resource).update(ctx, resource, row, changes))
      }
      const written = await writeOne(call, resource, update, {
        restructures: movesInTree(resource, changes),
        endsAuthority: resource.authorityFields?.some((name) => changes[name] !== undefined),
      })
      return { data: await recordOf(call.ctx, resource, written), messages: ['Saved'] }
    },
  })
}

/** Without the permission, a caller may change only some fields of their own record. @throws Refusal 403 */
function refuseForeignFields({ ownOnly, input }: Call, { ownFields = [] }: Resource): void {
  if (!ownOnly) return
  const foreign = Object.keys(input).filter((name) => !ownFields.includes(name))
  if (foreign.length > 0) throw forbidden(ownOnly, say`Changing ${foreign.join(', ')} needs`)
}

interface WriteOptions {
  trashed?: Trashed
  lock?: RowLock
  /** Advisory locks, acquired before the record. */
  locks?: readonly Lock[] | undefined
  /** The write may move or remove records of a tree. */
  restructures?: boolean
  /** The write may end the authority of the record's owner. */
  endsAuthority?: boolean | undefined
}

/** Selects a record and changes it, in one transaction. @returns the result of `write` */
export const writeOne = <T>(
  call: Call,
  resource: Resource,
  write: (ctx: Ctx, row: AnyRow) => Promise<T>,
  options: WriteOptions = {},
): Promise<T> => writeOneReading(call, resource, (_ctx, record) => ({ record }), write, options)

/**
 * The same for a write that begins with more reads.
 * @param queries adds them to `record`, the query that selects the record, in the order in which they run
 * @param write also receives the rows of the queries, by the same names
 */
export function writeOneReading<T, Rows extends { record: AnyRow }>(
  call: Call,
  resource: Resource,
  queries: (ctx: Ctx, record: CompiledQuery<AnyRow>) => Queries<Rows>,
  write: (ctx: Ctx, row: AnyRow, rows: RowsOf<Rows>) => Promise<T>,
  { trashed = 'false', lock = 'update', locks = [], restructures, endsAuthority }: WriteOptions,
): Promise<T> {
  const target: Target = { selector: selectorOf(call), trashed, lock }
  const readFirst = (ctx: Ctx) => queries(ctx, queryForWrite(ctx, resource, target))
  const writeFound = async (ctx: Ctx, rows: RowsOf<Rows>) => {
    const row = await oneForWrite(ctx, resource, target, rows.record)
    refuseStale(call.request.headers['if-match'], row.version)
    return write(ctx, row, rows)
  }
  // A record that is its own owner is a user, and with `ownOnly` the record of the caller. This write may end the caller's
  // own authority, so it takes the exclusive lock at once: two writes that upgraded a shared lock would conflict.
  const isOwnEnding = endsAuthority && resource.ownerColumn === 'id' && call.ownOnly !== undefined
  const lockOptions = {
    callerLock: isOwnEnding ? 'exclusive' : 'shared',
    locks: restructures ? [...locks, ...locksOfTree(resource)] : locks,
    isLong: restructures,
  } as const
  const isByContact = resource.contact?.includes(target.selector.column as never)
  if (!isByContact) return inTransactionReading(call.ctx, readFirst, writeFound, lockOptions)
  // Here the transaction checks permissions before it builds the queries: queryForWrite depends on them.
  return inTransaction(call.ctx, (ctx) => inTransactionReading(ctx, readFirst, writeFound), lockOptions)
}

/**
 * Refuses a write that is based on an outdated version (optimistic locking). `If-Match` compares only the version in the
 * ETag: the rest depends on the caller and on included relations.
 * @throws Refusal 412
 */
export function refuseStale(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const versions = ifMatch.split(',').map((tag) => /^\s*"(\d+)-/.exec(tag)?.[1])
  if (!versions.includes(String(version))) {
    throw new Refusal(412, 'stale', say`The record has changed since it was read; read it again.`)
  }
}

const cascadeField = (description: string): TProperties => ({
  cascade: Type.Optional(Type.Boolean({ default: false, description })),
})

export function removeEndpoint(resource: Resource): Endpoint {
  return defineEndpoint({
    name: `${resource.name}.delete`,
    methods: GET_POST,
    path: `/api/${resource.name}/:column/:value/delete`,
    tag: resource.name,
    summary: `Soft-delete a ${nounOf(resource)}`,
    access: accessTo(resource, 'delete'),
    effect: 'write',
    input: Type.Object(resource.tree ? cascadeField('Also deletes all its descendants.') : {}),
    unknown: 'refuse',
    nullIsAbsent: true,
    data: nothing,
    messages: ['Action was successful'],
    refusals: [404, 409, 412],
    handle: async (call) => {
      const options = { cascade: call.input.cascade === true }
      const remove = (ctx: Ctx, row: AnyRow) => operationsOf(resource).remove(ctx, resource, row, options)
      await writeOne(call, resource, remove, { restructures: true, endsAuthority: true })
      return { data: [], messages: ['Action was successful'] }
    },
  })
}

export function restoreEndpoint(resource: Resource): Endpoint {
  return defineEndpoint({
    name: `${resource.name}.restore`,
    methods: GET_POST,
    path: `/api/${resource.name}/:column/:value/restore`,
    tag: resource.name,
    summary: `Restore a soft-deleted ${nounOf(resource)}`,
    access: accessTo(resource, 'restore'),
    effect: 'write',
    selects: 'only',
    input: Type.Object(resource.tree ? cascadeField('Also restores what its deletion removed.') : {}),
    unknown: 'refuse',
    nullIsAbsent: true,
    data: itemSchema(resource),
    messages: ['Saved'],
    refusals: [404, 409, 412],
    handle: async (call) => {
      const options = { cascade: call.input.cascade === true }
      const restore = async (ctx: Ctx, row: AnyRow) => {
        await operationsOf(resource).restore(ctx, resource, row, options)
        return readWritten(ctx, resource, row.id)
      }
      const written = await writeOne(call, resource, restore, { trashed: 'only', restructures: true })
      return { data: await recordOf(call.ctx, resource, written), messages: ['Saved'] }
    },
  })
}
