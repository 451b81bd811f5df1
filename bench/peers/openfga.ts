import { execFile } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../processes/free-port.ts'
import { installCommand } from './install.ts'
import { PEOPLE, type Peer, permissionsOf, personOf, ROLES, range, rolesOf } from './peer.ts'
import { ask, serve } from './serve.ts'

const run = promisify(execFile)

const VERSION = '1.22.1'
const MOST_A_CALL = 100

const tuple = (user: string, relation: string, object: string) => ({ user, relation, object })
const direct = { this: {} }

/** Users have roles, whose members have permissions. */
const MODEL = {
  schema_version: '1.1',
  type_definitions: [
    { type: 'user' },
    {
      type: 'role',
      relations: { member: direct },
      metadata: { relations: { member: { directly_related_user_types: [{ type: 'user' }] } } },
    },
    {
      type: 'permission',
      relations: { holder: direct },
      metadata: {
        relations: { holder: { directly_related_user_types: [{ type: 'role', relation: 'member' }] } },
      },
    },
  ],
}

/** https://openfga.dev: checks of access alone, on SQLite, with its default settings: no cache, no authentication. */
export const openfga: Peer = {
  name: 'OpenFGA',
  notes: {
    'has-permission': 'without authentication',
    'assign a role': 'one relation, without authentication',
    'list of 20': 'it has no users',
  },
  async start(folder) {
    const command = await installCommand(folder, 'github.com/openfga/openfga/cmd/openfga', `v${VERSION}`)
    const data = join(folder, 'openfga')
    rmSync(data, { recursive: true, force: true })
    mkdirSync(data)
    const store = ['--datastore-engine', 'sqlite', '--datastore-uri', `file:${join(data, 'relations.db')}`]
    await run(command, ['migrate', ...store])
    const [port, grpcPort] = [await freePort(), await freePort()]
    const addresses = ['--http-addr', `127.0.0.1:${port}`, '--grpc-addr', `127.0.0.1:${grpcPort}`]
    const quiet = ['--log-level', 'none', '--playground-enabled=false', '--metrics-enabled=false']
    const args = ['run', ...store, ...addresses, ...quiet]
    const { filled, ...server } = await serve({ command, args, cwd: data, port, readyPath: '/healthz' }, fill)
    return { ...server, version: VERSION, requestOf: filled }
  },
}

async function fill(origin: string) {
  const post = (path: string, body: unknown) => ask(origin, { method: 'POST', path, body })
  const { id } = await post('/stores', { name: 'bench' })
  const { authorization_model_id } = await post(`/stores/${id}/authorization-models`, MODEL)
  const tuples = [
    ...range(1, PEOPLE, (person) =>
      rolesOf(person).map((role) => tuple(`user:${person}`, 'member', `role:${role}`)),
    ),
    ...range(0, ROLES, (role) =>
      permissionsOf(role).map((permission) =>
        tuple(`role:${role}#member`, 'holder', `permission:${permission}`),
      ),
    ),
  ].flat()
  for (let from = 0; from < tuples.length; from += MOST_A_CALL) {
    const tuple_keys = tuples.slice(from, from + MOST_A_CALL)
    await post(`/stores/${id}/write`, { authorization_model_id, writes: { tuple_keys } })
  }
  const run = Date.now().toString(36)
  const send = (path: string, body: object) => ({
    method: 'POST' as const,
    path: `/stores/${id}/${path}`,
    body: { authorization_model_id, ...body },
  })
  return {
    'has-permission': (number: number) =>
      send('check', { tuple_key: tuple(`user:${personOf(number)}`, 'holder', 'permission:1') }),
    // A relation that exists is refused.
    'assign a role': (number: number) =>
      send('write', {
        writes: { tuple_keys: [tuple(`user:new-${run}-${number}`, 'member', `role:${number % ROLES}`)] },
      }),
  }
}
