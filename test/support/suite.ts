import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Subject } from '../../contract/permissions.ts'
import type { Config } from '../../server/config/config.ts'
import type { Resource } from '../../server/crud/define/resource.ts'
import type { RecordTableName } from '../../server/db/tables.ts'
import { resources } from '../../server/resources/index.ts'
import type { Answer } from './answer.ts'
import { type Factory, type Fields, factoryOf, type Item, make } from './factories.ts'
import { refuseSecretsIn } from './secrets.ts'
import { ADMIN, type CallOptions, type Service, startService } from './service.ts'

export interface Suite {
  service: () => Service
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>
  make: (name: Subject, fields?: Fields) => Promise<Item>
  /** The records of a list, by `query`. */
  list: (name: string, query?: Record<string, string>) => Promise<Item[]>
  /** Runs calls that must leave every stored row as it was. */
  unchanged: <T>(run: () => Promise<T>) => Promise<T>
  /** Sets columns directly, for states that only time or another program brings about. */
  store: (table: RecordTableName, id: number, values: Fields) => Promise<void>
}

const TABLES = [...resources.map(({ table }) => table), 'user_roles', 'role_permissions', 'tokens'] as const

async function dump({ connection: { db } }: Service) {
  const rows = await Promise.all(
    TABLES.map((table) => db.selectFrom(table).selectAll().orderBy('id').execute()),
  )
  return Object.fromEntries(TABLES.map((table, index) => [table, rows[index]]))
}

/**
 * One service for the whole file. When it stops, none of its answers may contain a secret.
 * @param arrange prepares what must exist before the first test; hooks of a file don't wait for one another
 */
export function useService(
  overrides: Partial<Config> = {},
  arrange?: () => Promise<void>,
  options: Parameters<typeof startService>[1] = {},
): Suite {
  let service: Service
  before(async () => {
    service = await startService(overrides, options)
    await arrange?.()
  })
  after(async () => {
    await service.stop()
    refuseSecretsIn(service.answers, [service.token, ADMIN.password])
  })
  return {
    service: () => service,
    call: (method, path, options) => service.call(method, path, options),
    make: (name, fields) => make(service, name, fields),
    list: async (name, query = {}) => {
      const { status, body } = await service.call('GET', `/api/${name}`, { query })
      assert.equal(status, 200, brief(body))
      return body.data.list.data
    },
    unchanged: async (run) => {
      const earlier = await dump(service)
      const result = await run()
      const later = await dump(service)
      // Texts are compared faster than objects; only a failed test needs the difference between the objects.
      if (JSON.stringify(later) !== JSON.stringify(earlier)) {
        assert.deepEqual(later, earlier, 'stored rows have changed')
      }
      return result
    },
    store: async (table, id, values) => {
      await service.connection.db.updateTable(table).set(values).where('id', '=', id).execute()
    },
  }
}

/** An answer's body, short enough to read in a failed test. */
export const brief = (body: unknown): string => JSON.stringify(body).slice(0, 300)

/** Runs the same tests for every resource of the service's list. */
export function forEveryResource(tests: (resource: Resource, factory: Factory) => void): void {
  for (const resource of resources) describe(resource.name, () => tests(resource, factoryOf(resource.name)))
}

/** The resources that are created and updated over HTTP. */
export const writable = resources.filter(({ schemas }) => schemas.create !== undefined)

export function forEveryWritable(tests: (resource: Resource, factory: Factory) => void): void {
  for (const resource of writable) describe(resource.name, () => tests(resource, factoryOf(resource.name)))
}

interface Expected {
  status: number
  code: string
  /** Names of the fields at fault. */
  fields?: string[]
}

/** Asserts a complete refusal: status, code, sentences, the fields at fault, and nothing else. */
export function assertRefused({ status, body }: Answer, expected: Expected): void {
  assert.equal(status, expected.status, brief(body))
  assert.deepEqual(Object.keys(body), ['success', 'status', 'errors', 'code', 'details', 'request_id'])
  assert.equal(body.success, false)
  assert.equal(body.status, 'failed')
  assert.equal(body.code, expected.code, brief(body))
  assert.ok(body.errors.length > 0)
  for (const error of body.errors) assert.match(error, /^\S.*[.?]$/s, 'an error is a sentence')
  assert.equal(typeof body.request_id, 'string')
  assert.deepEqual(
    body.details.map((detail: { field: string }) => detail.field),
    expected.fields ?? [],
    brief(body),
  )
  for (const detail of body.details) assert.deepEqual(Object.keys(detail), ['field', 'code', 'message'])
}

/** Numbers in order; Array.sort compares texts. */
export const sorted = (numbers: number[]): number[] => [...numbers].sort((a, b) => a - b)

export const ids = (records: Item[]): number[] => records.map((record) => record.id)
