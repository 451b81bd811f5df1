import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../server/version.ts'
import { roleSlug } from '../data/access.ts'
import { build, PASSWORD } from '../data/build.ts'
import { sqliteEngine } from '../engines/sqlite.ts'
import { worldOf } from '../operations/world.ts'
import { startService } from '../processes/service.ts'
import { newEmail, newRoleOf, OURS, PEOPLE, type Peer, personOf, ROLES } from './peer.ts'

const SHAPE = { users: PEOPLE, roles: ROLES, permissions: 100, terms: 100 }

export const rolecall: Peer = {
  name: OURS,
  notes: {},
  async start(folder) {
    const engine = sqliteEngine(join(folder, 'rolecall'))
    const { name } = await build(engine, SHAPE)
    const service = await startService({ databaseUrl: await engine.copy(name) })
    const world = worldOf(SHAPE)
    const { token } = world
    // One in twenty has five roles, as all people of the others have.
    const withFive = world.withFiveRoles(PEOPLE)
    const people = world.live(PEOPLE)
    const [slug] = world.permissions(1)
    const run = Date.now().toString(36)
    const idOf = (number: number) => world.id(people[personOf(number) % people.length] as number)
    const post = (path: string, body: unknown) => ({ method: 'POST' as const, path, token, body })
    return {
      ...service,
      version,
      requestOf: {
        'has-permission': (number) => ({
          path: `/api/users/id/${world.id(withFive[number % withFive.length] as number)}/permissions/${slug}`,
          token,
        }),
        'list of 20': (number) => ({ path: `/api/users?page=${1 + (number % 40)}`, token }),
        'get user': (number) => ({ path: `/api/users/id/${idOf(number)}`, token }),
        'create user': (number) =>
          post('/api/users/create', { email: newEmail(run, number), first_name: 'Nova' }),
        'create user, with a password': (number) =>
          post('/api/users/create', { email: newEmail(run, number), first_name: 'Nova', password: PASSWORD }),
        'update user': (number) =>
          post(`/api/users/id/${idOf(number)}/update`, { first_name: `New ${number}` }),
        'assign a role': (number) =>
          post(`/api/users/${idOf(number)}/relationships/roles`, { id: roleSlug(newRoleOf(number)) }),
        'sign in': (number) => ({
          method: 'POST',
          path: '/api/signin',
          body: { email: world.email(withFive[number % withFive.length] as number), password: PASSWORD },
        }),
      },
      stop: async () => {
        await service.stop()
        await engine.close()
        rmSync(join(folder, 'rolecall'), { recursive: true, force: true })
      },
    }
  },
}
