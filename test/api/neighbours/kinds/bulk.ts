import assert from 'node:assert/strict'
import {
  assertAllSucceed,
  assertOnlyRefused,
  type ClientAnswer,
  type Kind,
  kind,
  NEIGHBOURS,
  type Sent,
} from '../../../support/neighbours.ts'

/** Shared by all clients: each call takes a transaction for each of them. */
const SHARED = 6

const people = '/api/users/bulk'

/** Asserts that each record was changed by exactly one of the clients, and found changed by all others. */
function assertOnceEach(answers: readonly ClientAnswer[], ids: readonly number[]): void {
  assertAllSucceed(answers)
  const reports = answers.map(({ data }) => data)
  assert.deepEqual(
    reports.flatMap(({ done }) => done).sort((one, other) => one - other),
    [...ids],
  )
  assertNothingLeft(answers)
  const unchanged = reports.reduce((sum, report) => sum + report.unchanged, 0)
  assert.equal(unchanged, (NEIGHBOURS - 1) * ids.length)
}

function assertNothingLeft(answers: readonly ClientAnswer[]): void {
  for (const { data } of answers)
    assert.deepEqual([data.left_out, data.next, data.stopped], [[], null, null], JSON.stringify(data))
}

export const bulk: Kind[] = [
  kind(
    'duplicate one role beside writes of its permissions: each gets a copy of its own',
    ['POST /roles/{column}/{value}/duplicate', 'POST /roles/{id}/relationships/permissions'],
    async ({ make, all, word }) => {
      const [role = 0] = await make('roles', 1)
      const answers = await all((n) =>
        n % 4 === 0
          ? ['POST', `/api/roles/${role}/relationships/permissions`, 'can-read-users']
          : ['POST', `/api/roles/id/${role}/duplicate`, { name: word() }],
      )
      assertOnlyRefused(answers)
    },
  ),
  kind(
    'deactivate the same users with a report, and activate them: each is changed once',
    ['POST /users/bulk/deactivate', 'POST /users/bulk/activate'],
    async ({ make, all }) => {
      const ids = await make('users', SHARED)
      assertOnceEach(await all(() => ['POST', `${people}/deactivate`, { ids }]), ids)
      assertOnceEach(await all(() => ['POST', `${people}/activate`, { ids }]), ids)
    },
  ),
  kind(
    'delete the same users with a report, and restore them, in different orders of names',
    ['POST /users/bulk/delete', 'POST /users/bulk/restore'],
    async ({ make, all }) => {
      const ids = await make('users', SHARED)
      const turned = (n: number) => (n % 3 === 0 ? ids.toReversed() : ids)
      assertOnceEach(await all((n) => ['POST', `${people}/delete`, { ids: turned(n) }]), ids)
      assertOnceEach(await all((n) => ['POST', `${people}/restore`, { ids: turned(n) }]), ids)
    },
  ),
  kind(
    'assign, renew and remove a role of the same users with a report, beside writes of its links from both sides',
    [
      'POST /users/bulk/assign-role',
      'POST /users/bulk/renew-roles',
      'POST /users/bulk/remove-role',
      'POST /users/{id}/relationships/roles',
      'PUT /roles/{id}/relationships/users',
    ],
    async ({ make, all }) => {
      const ids = await make('users', SHARED)
      const [role = 0] = await make('roles', 1)
      const end = '2126-01-01T00:00:00.000Z'
      const json = { ids, role }
      assertOnceEach(await all(() => ['POST', `${people}/assign-role`, { ...json, expires_at: end }]), ids)
      assertOnceEach(await all(() => ['POST', `${people}/renew-roles`, { ...json, expires_at: null }]), ids)
      const writes: ((n: number) => Sent)[] = [
        () => ['POST', `${people}/assign-role`, json],
        () => ['POST', `${people}/remove-role`, json],
        () => ['POST', `${people}/renew-roles`, { ids, expires_at: end }],
        (n) => ['POST', `/api/users/${ids[n % SHARED]}/relationships/roles`, { id: role, expires_at: end }],
        () => ['PUT', `/api/roles/${role}/relationships/users`, ids.map((id) => ({ id }))],
      ]
      const answers = await all((n) => (writes[n % writes.length] as (n: number) => Sent)(n))
      assertAllSucceed(answers)
      assertNothingLeft(answers.filter(({ data }) => data.done !== undefined))
      assertAllSucceed(await all(() => ['POST', `${people}/remove-role`, json]))
    },
  ),
  kind(
    'create many users with a report, some with the same addresses: one client gets each of them',
    ['POST /users/bulk/create'],
    async ({ all, word }) => {
      const shared = word()
      const answers = await all((n) => [
        'POST',
        `${people}/create`,
        {
          items: [
            { email: `${word()}@example.com`, first_name: 'N' },
            { email: `${shared}${n % 4}x@example.com`, first_name: 'N' },
            { email: `${shared}@${word()}.org`, first_name: 'N' },
          ],
        },
      ])
      assertAllSucceed(answers)
      const reports = answers.map(({ data }) => data)
      const created = reports.flatMap(({ created }) => created)
      assert.equal(created.length, 2 * NEIGHBOURS + 4)
      const codes = new Set(
        reports.flatMap((report) => report.left_out.map(({ code }: { code: string }) => code)),
      )
      assert.deepEqual([...codes], ['email_taken'])
    },
  ),
  kind(
    'approve the same registrations with a report: each gets one user',
    ['POST /registrations/bulk/create-user'],
    async ({ make, all }) => {
      const ids = await make('registrations', SHARED)
      assertOnceEach(await all(() => ['POST', '/api/registrations/bulk/create-user', { ids }]), ids)
    },
  ),
  kind(
    'delete the same registrations with a report, and restore them',
    ['POST /registrations/bulk/delete', 'POST /registrations/bulk/restore'],
    async ({ make, all }) => {
      const ids = await make('registrations', SHARED)
      assertOnceEach(await all(() => ['POST', '/api/registrations/bulk/delete', { ids }]), ids)
      assertOnceEach(await all(() => ['POST', '/api/registrations/bulk/restore', { ids }]), ids)
    },
  ),
]
