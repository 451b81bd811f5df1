// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeActor, type Person } from '../../support/actors.ts'
import { anyWorld, holds, make, SIZE, type Stage, setStage } from '../../support/random-worlds.ts'
import { fc } from '../../support/seeds.ts'
import { type Service, startService } from '../../support/service.ts'

describe('a user’s permissions', () => {
  let service: Service
  let reader: Person
  let stage: Stage
  let ids: Stage['ids']
  before(async () => {
    service = await startService()
    reader = await makeActor(service, ['can-read-users', 'can-read-permissions'])
    stage = await setStage(service)
    ids = stage.ids
  })
  after(() => service.stop())

  const call = (path: string) =>
    service.call('GET', path, { token: reader.token, query: { per_page: '1000' } })

  /** Ids on the page; undefined if the record whose relation it is does not exist. */
  async function listed(path: string, name: 'users' | 'permissions'): Promise<number[] | undefined> {
    const answer = await call(path)
    if (answer.status === 404) return undefined
    const page = dataOf(answer)[name]
    const found: number[] = page.data.map(({ id }: { id: number }) => id)
    assert.equal(page.total, found.length)
    assert.equal(new Set(found).size, found.length, 'each is listed once')
    return found.filter((id) => ids[name].includes(id)).sort()
  }

  it('are the same in has-permission, the user’s permissions and the permission’s users', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, async (world) => {
        await make(stage, world)
        const range = Array.from({ length: SIZE }, (_, index) => index)
        const expected = (user: number, permission: number) => holds(world, user, permission)
        for (const user of range) {
          const path = `/api/users/id/${ids.users[user]}/permissions`
          const isThere = world.users[user] !== 'trashed'
          const mine = ids.permissions.filter((_, permission) => expected(user, permission))
          assert.deepEqual(await listed(path, 'permissions'), isThere ? mine : undefined)
          for (const permission of range) {
            const { body } = await call(`${path}/permissions-${permission}`)
            assert.equal(body.data, isThere ? expected(user, permission) : undefined)
          }
        }
        for (const permission of range) {
          const isThere = world.permissions[permission] !== 'trashed'
          const holders = ids.users.filter((_, user) => expected(user, permission))
          const found = await listed(`/api/permissions/id/${ids.permissions[permission]}/users`, 'users')
          assert.deepEqual(found, isThere ? holders : undefined)
        }
      }),
      { numRuns: 30 },
    )
  })
})
