import assert from 'node:assert/strict'
import { giveToken } from '../../../support/actors.ts'
import { assertInvariants } from '../../../support/invariants.ts'
import {
  assertAnswers,
  assertOnlyRefused,
  countAnswers,
  type Kind,
  kind,
  NEIGHBOURS,
  type Sent,
} from '../../../support/neighbours.ts'
import { startService } from '../../../support/service.ts'
import { rowsFor } from '../../../support/shared-records.ts'

/** The requests in turn, each sent by as many clients as the others. */
const inTurn = (number: number, ...sent: readonly Sent[]): Sent => sent[number % sent.length] as Sent

const keys: Kind[] = [
  kind(
    'send one Idempotency-Key, whose request is executed once and gets the same response for all',
    ['POST /roles/create'],
    async ({ all, word, service }) => {
      const [name, key] = [word(), word()]
      const as = { key, token: service.token }
      const answers = await all(() => ['POST', '/api/roles/create', { name }, as])
      assertAnswers(answers, { 201: NEIGHBOURS })
      assert.equal(new Set(answers.map(({ data }) => data.item.id)).size, 1)
    },
  ),
  kind(
    'send one Idempotency-Key with a request that ends their own authority, which is executed once',
    ['POST /users/{column}/{value}/tokens/revoke'],
    async ({ all, make, service, word }) => {
      const [id = 0] = await make('users', 1)
      const token = await giveToken(service, { id })
      await giveToken(service, { id })
      const as = { key: word(), token }
      const json = { keep_current: true }
      const answers = await all(() => ['POST', `/api/users/id/${id}/tokens/revoke`, json, as])
      assertAnswers(answers, { 200: NEIGHBOURS })
    },
  ),
]

const counts: Kind[] = [
  kind(
    'delete and restore users and change their roles and terms, which leaves the counts exact',
    [
      'POST DELETE /roles/{id}/relationships/users',
      'POST /users/{column}/{value}/delete',
      'POST /users/{column}/{value}/restore',
      'PUT /users/{id}/relationships/taxonomies',
      'DELETE /users/{id}',
    ],
    async (neighbours) => {
      const { make, ask, all } = neighbours
      const users = await make('users', 24)
      const [role] = await make('roles', 1)
      const terms = await make('taxonomies', 3)
      await ask('POST', `/api/roles/${role}/relationships/users`, users.slice(0, 16))
      await ask('DELETE', '/api/users', { ids: users.slice(8, 12) })
      const answers = await all((n) => {
        const id = users[(n * 5) % 24]
        return inTurn(
          n >> 1,
          ['POST', `/api/roles/${role}/relationships/users`, [id]],
          ['DELETE', `/api/roles/${role}/relationships/users`, [id]],
          ['POST', `/api/users/id/${id}/delete`],
          ['POST', `/api/users/id/${id}/restore`],
          ['PUT', `/api/users/${id}/relationships/taxonomies`, [terms[n % 3], terms[(n + 1) % 3]]],
          n < 40 ? ['POST', `/api/users/id/${id}/restore`] : ['DELETE', `/api/users/${id}`],
        )
      })
      assertOnlyRefused(answers, '404 not_found', '422 not_found')
    },
  ),
]

/** Only the order of locks keeps these from waiting for each other. */
const crossed: Kind[] = [
  kind(
    'make users and registrations refer to each other, and users to one another in a circle',
    [
      'POST /users/{id}/relationships/registration',
      'POST /registrations/{id}/relationships/user',
      'POST /users/{id}/relationships/invited_by',
    ],
    async ({ make, all }) => {
      const users = await make('users', 8)
      const candidates = await make('registrations', 8)
      const answers = await all((n) => {
        const at = (n >> 2) % 8
        return inTurn(
          n,
          ['POST', `/api/users/${users[at]}/relationships/registration`, candidates[at]],
          ['POST', `/api/registrations/${candidates[at]}/relationships/user`, users[at]],
          ['POST', `/api/users/${users[at]}/relationships/invited_by`, users[(at + 1) % 8]],
          ['POST', `/api/users/${users[(at + 1) % 8]}/relationships/invited_by`, users[at]],
        )
      })
      assertAnswers(answers, { 200: NEIGHBOURS })
    },
  ),
]

/** Records are destroyed while others assign them, remove them and refer to them. */
const removals: Kind[] = [
  kind(
    'destroy users while others write references to them',
    [
      'DELETE PATCH /users/{id}',
      'POST /users/{id}/relationships/roles',
      'POST /taxonomies/{id}/relationships/users',
      'POST /users/{column}/{value}/tokens/create',
      'POST /users/{id}/relationships/invited_by',
      'POST /registrations/{id}/relationships/user',
    ],
    async (neighbours) => {
      const { make, all, role } = neighbours
      const users = await make('users', 16)
      const others = await make('users')
      const candidates = await make('registrations')
      const [term] = await make('taxonomies', 1)
      const answers = await all((n) => {
        const id = users[(n >> 2) % 16]
        if (n % 4 === 3) return ['DELETE', `/api/users/${id}`]
        return inTurn(
          (n >> 2) + (n % 4),
          ['PATCH', `/api/users/${id}`, { title: 'Gone' }],
          ['POST', `/api/users/${id}/relationships/roles`, [role]],
          ['POST', `/api/taxonomies/${term}/relationships/users`, [id]],
          ['POST', `/api/users/id/${id}/tokens/create`, { name: 'Gone' }],
          ['POST', `/api/users/${others[n]}/relationships/invited_by`, id],
          ['POST', `/api/registrations/${candidates[n]}/relationships/user`, id],
        )
      })
      assertOnlyRefused(answers, '404 not_found', '422 not_found')
    },
  ),
  kind(
    'destroy roles and permissions while others assign and remove them',
    [
      'DELETE /roles/{id}',
      'DELETE /permissions/{id}',
      'POST /users/{id}/relationships/roles',
      'POST DELETE /roles/{id}/relationships/permissions',
      'PUT /permissions/{id}/relationships/roles',
      'POST /role-permissions/changes',
      'PUT /roles/{id}/relationships/users',
    ],
    async ({ make, all, role: own }) => {
      const roles = await make('roles', 16)
      const users = await make('users', 16)
      const permissions = await make('permissions', 16)
      const answers = await all((n) => {
        const at = (n >> 2) % 16
        const [role, permission] = [roles[at], permissions[at]]
        if (n % 8 === 6) return ['DELETE', `/api/roles/${role}`]
        if (n % 8 === 7) return ['DELETE', `/api/permissions/${permission}`]
        return inTurn(
          (n >> 3) + (n % 8),
          ['POST', `/api/users/${users[at]}/relationships/roles`, [role]],
          ['POST', `/api/roles/${role}/relationships/permissions`, [permission]],
          ['DELETE', `/api/roles/${role}/relationships/permissions`, [permission]],
          ['PUT', `/api/permissions/${permission}/relationships/roles`, [own, role]],
          ['POST', '/api/role-permissions/changes', { changes: [{ role, permission, held: true }] }],
          ['PUT', `/api/roles/${role}/relationships/users`, [users[at], users[(at + 1) % 16]]],
        )
      })
      // Nobody holds a destroyed permission, so that only a super administrator could grant it.
      assertOnlyRefused(answers, '404 not_found', '422 not_found', '422 invalid', '403 forbidden')
    },
  ),
]

/** Every client may do this; one super administrator must be left. */
const superAdministrators: Kind = kind(
  'remove, deactivate and delete one another, as super administrators: one stays',
  [
    'DELETE PATCH /users/{id}',
    'POST /users/{column}/{value}/delete',
    'DELETE PATCH PUT /users/{id}/relationships/roles',
    'DELETE PUT /roles/{id}/relationships/users',
    'DELETE PATCH /users',
  ],
  async ({ all, word }) => {
    const service = await startService()
    try {
      const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
      const ids = await rowsFor(
        service,
        'users',
        Array.from({ length: 9 }, () => ({ word: word() })),
      )
      const { body } = await service.call('GET', '/api/roles/slug/super-administrator')
      const role = body.data.id
      await service.call('POST', `/api/roles/${role}/relationships/users`, { json: ids })
      const tokens = await Promise.all(ids.map((id) => giveToken(service, { id })))
      const everyone = [1, ...ids]
      const answers = await all((n) => {
        const [by, id] = [tokens[n % 9] as string, everyone[(n + (n >> 3)) % 10] as number]
        const as = { token: by, origin }
        const until = '2100-01-01T00:00:00Z'
        return inTurn(
          n,
          ['DELETE', `/api/users/${id}`, undefined, as],
          ['PATCH', `/api/users/${id}`, { is_active: false }, as],
          ['POST', `/api/users/id/${id}/delete`, undefined, as],
          ['DELETE', `/api/users/${id}/relationships/roles`, [role], as],
          ['PATCH', `/api/users/${id}/relationships/roles`, [{ id: role, expires_at: until }], as],
          ['PUT', `/api/users/${id}/relationships/roles`, [], as],
          ['DELETE', `/api/roles/${role}/relationships/users`, [id], as],
          ['PUT', `/api/roles/${role}/relationships/users`, [id], as],
          ['DELETE', '/api/users', { ids: [id] }, as],
          ['PATCH', '/api/users', [{ id, is_active: false }], as],
        )
      })
      // A removed caller is signed out or no longer authorized, and a caller may find that a target is removed already.
      assertOnlyRefused(
        answers,
        ...['401 unauthenticated', '403 forbidden', '404 not_found', '422 not_found', '422 not_linked'],
        '409 last_super_administrator',
      )
      assert.ok(countAnswers(answers)[200], 'something was done')
      await assertInvariants(service)
    } finally {
      await service.stop()
    }
  },
)

/** Different writes at the same time. */
export const mixed: Kind[] = [...keys, ...counts, ...crossed, ...removals, superAdministrators]
