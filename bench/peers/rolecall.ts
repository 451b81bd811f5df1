import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../server/version.ts'
import { build, PASSWORD } from '../data/build.ts'
import { sqliteEngine } from '../engines/sqlite.ts'
import { worldOf } from '../operations/world.ts'
import { startService } from '../processes/service.ts'
import { newEmail, type Operation, PEOPLE, type Peer, personOf, type Running, range } from './peer.ts'

/** More roles than the few that the other systems have. */
const SHAPE = { users: PEOPLE, roles: 100, permissions: 100, terms: 100 }

export const rolecall: Peer = {
  name: 'Rolecall',
  notes: {},
  async start(folder): Promise<Running> {
    const engine = sqliteEngine(join(folder, 'rolecall'))
    const { name } = await build(engine, SHAPE)
    const service = await startService({ databaseUrl: await engine.copy(name) })
    const world = worldOf(SHAPE)
    const { token } = world
    const people = world.withFiveRoles(PEOPLE).concat(world.live(PEOPLE))
    const inForce = world.withFiveRoles(PEOPLE)
    const [slug] = world.permissions(1)
    const run = Date.now().toString(36)
    const userOf = (number: number) => people[personOf(number) % people.length] as number
    const requestOf: Record<Operation, (number: number) => object> = {
      'has-permission': (number) => ({
        path: `/api/users/id/${world.id(userOf(number))}/permissions/${slug}`,
      }),
      'list of 20': (number) => ({ path: `/api/users?page=${1 + (number % 40)}` }),
      'get user': (number) => ({ path: `/api/users/id/${world.id(userOf(number))}` }),
      'create user': (number) => ({
        method: 'POST',
        path: '/api/users/create',
        body: { email: newEmail(run, number), first_name: 'Nova' },
      }),
      'sign in': (number) => ({
        method: 'POST',
        path: '/api/signin',
        token: undefined,
        body: { email: world.email(inForce[number % inForce.length] as number), password: PASSWORD },
      }),
    }
    return {
      ...service,
      version,
      requests: (operation, from, count) =>
        range(from, count, (number) => ({ method: 'GET', token, ...requestOf[operation](number) }) as never),
      stop: async () => {
        await service.stop()
        await engine.close()
        rmSync(join(folder, 'rolecall'), { recursive: true, force: true })
      },
    }
  },
}
