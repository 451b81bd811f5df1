// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sqlAnswers } from '../../server/access/sql/answers.ts'
import { createNumbering } from '../../server/audit/numbers.ts'
import { pastDb } from '../../server/audit/past.ts'
import { numberAt } from '../../server/db/queries/numbered-entries.ts'
import { systemContext } from '../../server/prepare.ts'
import { seededRandom } from '../support/seeds.ts'
import { type Service, startService } from '../support/service.ts'

const CHANGES = 300
const QUESTIONS = 1000

interface Moment {
  at: string
  /** By user and slug. */
  answers: Map<string, boolean>
}

describe('the past', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const context = () => ({ ...systemContext(service.connection), now: () => service.clock.now() })

  it(`answers ${QUESTIONS} questions about random moments as they were answered then`, async () => {
    const random = seededRandom()
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const call = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, json?: unknown) =>
      (await service.call(method, path, json === undefined ? {} : { json })).status
    /** Of whom is asked: also those who are gone. */
    const asked: number[] = []
    const users: number[] = []
    const roles: number[] = []
    const permissions: number[] = []
    const slugs = new Set<string>(['super-administrator'])
    let made = 0

    const create = async (kind: 'users' | 'roles', json: object, list: number[]) => {
      const { body } = await service.call('POST', `/api/${kind}/create`, { json })
      list.push(body.data.item.id)
      if (kind === 'users') asked.push(body.data.item.id)
    }
    const makeUser = () =>
      create('users', { email: `past${++made}@example.com`, first_name: `Past ${made}` }, users)
    const makeRole = () => {
      const slug = `past-${++made}`
      slugs.add(slug)
      return create('roles', { name: slug, slug, type: 'backend' }, roles)
    }
    const { body } = await service.call('GET', '/api/permissions', { query: { per_page: '6' } })
    for (const { id, slug } of body.data.list.data) {
      permissions.push(id)
      slugs.add(slug)
    }
    for (let index = 0; index < 6; index++) {
      await makeUser()
      await makeRole()
    }

    const soon = () => {
      const now = Date.parse(service.clock.now())
      return pick([null, new Date(now + 5_000).toISOString(), new Date(now + 60_000).toISOString()])
    }
    const linkOf = (id: number) => ({ id, is_active: random() < 0.8, expires_at: soon() })
    const kindOf = () =>
      pick([
        ['users', users],
        ['roles', roles],
        ['permissions', permissions],
      ] as const)
    const destroy = (kind: 'users' | 'roles', ids: number[]) => {
      if (ids.length < 4) return kind === 'users' ? makeUser() : makeRole()
      const [id] = ids.splice(Math.floor(random() * ids.length), 1)
      return call('DELETE', `/api/${kind}/${id}`)
    }
    const changes: (() => Promise<unknown>)[] = [
      makeUser,
      makeRole,
      () => call('POST', `/api/users/id/${pick(users)}/update`, { is_active: random() < 0.7 }),
      () => call('POST', `/api/roles/id/${pick(roles)}/update`, { is_active: random() < 0.7 }),
      () => {
        const slug = `renamed-${++made}`
        slugs.add(slug)
        return call('POST', `/api/roles/id/${pick(roles)}/update`, { slug })
      },
      () => {
        const [kind, ids] = kindOf()
        return call('POST', `/api/${kind}/id/${pick(ids)}/delete`)
      },
      ...Array.from({ length: 3 }, () => () => {
        const [kind, ids] = kindOf()
        return call('POST', `/api/${kind}/id/${pick(ids)}/restore`)
      }),
      () => destroy('users', users),
      () => destroy('roles', roles),
      ...Array.from(
        { length: 4 },
        () => () =>
          call('POST', `/api/users/${pick(users)}/relationships/roles`, [linkOf(pick([1, ...roles]))]),
      ),
      ...Array.from(
        { length: 4 },
        () => () =>
          call('POST', `/api/roles/${pick(roles)}/relationships/permissions`, [linkOf(pick(permissions))]),
      ),
      () => call('PATCH', `/api/users/${pick(users)}/relationships/roles`, [linkOf(pick(roles))]),
      () => call('PATCH', `/api/roles/${pick(roles)}/relationships/permissions`, [linkOf(pick(permissions))]),
      () => call('DELETE', `/api/users/${pick(users)}/relationships/roles`, [pick([1, ...roles])]),
      () => call('DELETE', `/api/roles/${pick(roles)}/relationships/permissions`, [pick(permissions)]),
    ]

    const ask = async (db: Parameters<typeof sqlAnswers.hasRole>[0]['db'], at: string) => {
      const asOf = { db, now: () => at }
      const answers = new Map<string, boolean>()
      for (let question = 0; question < 40; question++) {
        const user = pick(asked)
        const slug = pick([...slugs].slice(random() < 0.5 ? 0 : -8).slice(0, 8))
        answers.set(`${user} role ${slug}`, await sqlAnswers.hasRole(asOf, user, slug))
        answers.set(`${user} permission ${slug}`, await sqlAnswers.hasPermission(asOf, user, slug))
      }
      return answers
    }

    const moments: Moment[] = []
    for (let change = 0; change < CHANGES; change++) {
      await pick(changes)()
      await createNumbering(context()).run()
      service.clock.advance(1000)
      const at = service.clock.now()
      moments.push({ at, answers: await ask(service.connection.db, at) })
      service.clock.advance(1000)
    }

    let held = 0
    for (let question = 0; question < QUESTIONS; question++) {
      const { at, answers } = pick(moments)
      // Half of the questions are about what somebody held.
      const all = [...answers]
      const positive = all.filter(([, isHeld]) => isHeld)
      const [key, expected] = pick(positive.length > 0 && random() < 0.5 ? positive : all)
      const [user = '', what, slug = ''] = key.split(' ')
      const db = pastDb(service.connection.db, await numberAt(service.connection.db, at))
      const asOf = { db, now: () => at }
      const answer = await (what === 'role'
        ? sqlAnswers.hasRole(asOf, Number(user), slug)
        : sqlAnswers.hasPermission(asOf, Number(user), slug))
      assert.equal(answer, expected, `${key} at ${at}`)
      if (expected) held += 1
    }
    assert.ok(held > 20)
  })
})
