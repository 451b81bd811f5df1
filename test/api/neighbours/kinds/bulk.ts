import assert from 'node:assert/strict'
import {
  assertAllSucceed,
  assertOnlyRefused,
  type ClientAnswer,
  type Kind,
  kind,
  NEIGHBOURS,
  type Neighbours,
  type Sent,
} from '../../../support/neighbours.ts'

/** Shared by all clients: each call takes a transaction for each of them. */
const SHARED = 6

const people = '/api/users/bulk'

/** How long a call goes on before it answers what is left. */
const CALL_MS = 10_000

/**
 * Sends bulk calls of all clients at once, and goes on until none of them has records left: on a slow machine, so many calls
 * take longer than one may go on.
 * @param last the `after` with which a call has no records left
 * @returns an answer for each client, with what all its calls did, or the first one if it sent something else
 */
async function allToEnd(
  all: Neighbours['all'],
  last: number | undefined,
  write: (n: number) => Sent,
): Promise<ClientAnswer[]> {
  const start = performance.now()
  const answers = await all(write)
  assertAllSucceed(answers)
  const unfinished = answers.filter(({ data }) => typeof data.next === 'number')
  if (unfinished.length === 0) return answers
  assert.ok(performance.now() - start >= CALL_MS, JSON.stringify(unfinished))
  const rest = await allToEnd(all, last, (n) => {
    const [method, path, json] = write(n)
    const { next } = (answers[n] as ClientAnswer).data
    return [method, path, next === undefined ? json : { ...(json as object), after: next ?? last }]
  })
  return answers.map((answer, n) => {
    const [first, other] = [answer.data, rest[n]?.data]
    if (first.next === undefined) return answer
    const data = Object.fromEntries(
      Object.entries(other).map(([name, value]) => [
        name,
        Array.isArray(value) ? [...first[name], ...value] : value,
      ]),
    )
    if (first.unchanged !== undefined) data.unchanged = first.unchanged + other.unchanged
    data.stopped = first.stopped ?? other.stopped
    return { ...answer, data }
  })
}

/** Asserts that each record is changed by exactly one of the clients, and found changed by all others. */
async function assertOnceEach(
  all: Neighbours['all'],
  ids: readonly number[],
  write: (n: number) => Sent,
): Promise<void> {
  const answers = await allToEnd(all, ids.at(-1), write)
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
      await assertOnceEach(all, ids, () => ['POST', `${people}/deactivate`, { ids }])
      await assertOnceEach(all, ids, () => ['POST', `${people}/activate`, { ids }])
    },
  ),
  kind(
    'delete the same users with a report, and restore them, in different orders of names',
    ['POST /users/bulk/delete', 'POST /users/bulk/restore'],
    async ({ make, all }) => {
      const ids = await make('users', SHARED)
      const turned = (n: number) => (n % 3 === 0 ? ids.toReversed() : ids)
      await assertOnceEach(all, ids, (n) => ['POST', `${people}/delete`, { ids: turned(n) }])
      await assertOnceEach(all, ids, (n) => ['POST', `${people}/restore`, { ids: turned(n) }])
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
      await assertOnceEach(all, ids, () => ['POST', `${people}/assign-role`, { ...json, expires_at: end }])
      await assertOnceEach(all, ids, () => ['POST', `${people}/renew-roles`, { ...json, expires_at: null }])
      const writes: ((n: number) => Sent)[] = [
        () => ['POST', `${people}/assign-role`, json],
        () => ['POST', `${people}/remove-role`, json],
        () => ['POST', `${people}/renew-roles`, { ids, expires_at: end }],
        (n) => ['POST', `/api/users/${ids[n % SHARED]}/relationships/roles`, { id: role, expires_at: end }],
        () => ['PUT', `/api/roles/${role}/relationships/users`, ids.map((id) => ({ id }))],
      ]
      const writeOf = (n: number) => (writes[n % writes.length] as (n: number) => Sent)(n)
      const answers = await allToEnd(all, ids.at(-1), writeOf)
      assertNothingLeft(answers.filter(({ data }) => data.done !== undefined))
      assertAllSucceed(await all(() => ['POST', `${people}/remove-role`, json]))
    },
  ),
  kind(
    'create many users with a report, some with the same addresses: one client gets each of them',
    ['POST /users/bulk/create'],
    async ({ all, word }) => {
      const shared = word()
      const itemsOf = Array.from({ length: NEIGHBOURS }, (_, n) => [
        { email: `${word()}@example.com`, first_name: 'N' },
        { email: `${shared}${n % 4}x@example.com`, first_name: 'N' },
        { email: `${shared}@${word()}.org`, first_name: 'N' },
      ])
      const answers = await allToEnd(all, 2, (n) => ['POST', `${people}/create`, { items: itemsOf[n] }])
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
      await assertOnceEach(all, ids, () => ['POST', '/api/registrations/bulk/create-user', { ids }])
    },
  ),
  kind(
    'delete the same registrations with a report, and restore them',
    ['POST /registrations/bulk/delete', 'POST /registrations/bulk/restore'],
    async ({ make, all }) => {
      const ids = await make('registrations', SHARED)
      await assertOnceEach(all, ids, () => ['POST', '/api/registrations/bulk/delete', { ids }])
      await assertOnceEach(all, ids, () => ['POST', '/api/registrations/bulk/restore', { ids }])
    },
  ),
]
