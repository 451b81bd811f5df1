// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataOf, makeActor, makeRole, type Person } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { heldUntil } from '../../support/expiring-permission.ts'
import { assertForbidden, assertRefusedUnchanged } from '../../support/refusals.ts'
import type { CallOptions } from '../../support/service.ts'
import { useService } from '../../support/suite.ts'

/** A registration becomes a user with roles in one transaction. */

const { service, call, make } = useService()

const APPROVES = ['can-create-users', 'can-update-registrations'] as const
const GIVES = ['can-assign-roles', 'can-read-users', 'can-read-roles'] as const

const approve = (id: number, options: CallOptions = {}, method = 'POST') =>
  call(method, `/api/registrations/id/${id}/create-user`, options)
const approveAs = ({ token }: Person, id: number, roles: unknown) => approve(id, { token, json: { roles } })
const rolesOf = async (answer: Answer): Promise<string[]> => {
  const { user } = dataOf(answer)
  const { roles } = dataOf(await call('GET', `/api/users/id/${user.id}/roles`))
  return roles.data.map(({ slug }: { slug: string }) => slug).toSorted()
}
const refused = (attempt: () => Promise<Answer>, expected: Parameters<typeof assertRefusedUnchanged>[2]) =>
  assertRefusedUnchanged(service(), attempt, expected)

describe('Creating a user from a registration with roles', () => {
  it('assigns the selected roles, however they are identified and encoded', async () => {
    const [one, two] = [await makeRole(service()), await makeRole(service())]
    const both = [one.slug, two.slug, 'registered'].toSorted()
    const inputs: [CallOptions, string[], method?: string][] = [
      [{ json: { roles: [one.slug, two.id] } }, both],
      [{ json: { roles: [one.uuid.toUpperCase(), ` ${two.slug} `] } }, both],
      [{ json: { roles: `${one.slug},${two.id}` } }, both],
      [{ form: `roles=${one.slug}&roles=${two.uuid}` }, both],
      [{ query: { roles: `${one.id},${two.slug}` } }, both, 'GET'],
      [{ json: { roles: [one.slug, one.id, one.uuid, 'registered'] } }, [one.slug, 'registered'].toSorted()],
    ]
    for (const nothing of [[], null, '', undefined])
      inputs.push([{ json: { roles: nothing } }, ['registered']])
    for (const [options, expected, method] of inputs) {
      const { id } = await make('registrations')
      const answer = await approve(id, options, method)
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      assert.deepEqual(await rolesOf(answer), expected, JSON.stringify(options))
    }
  })

  it('assigns them in the same transaction, with the approver as author and without expiry', async () => {
    const role = await makeRole(service(), ['can-read-taxonomies'])
    const approver = await makeActor(service(), [...APPROVES, ...GIVES, 'can-read-taxonomies'])
    const { id } = await make('registrations')
    const { user } = dataOf(await approveAs(approver, id, [role.slug]))
    assert.equal(dataOf(await call('GET', `/api/users/id/${user.id}/permissions/can-read-taxonomies`)), true)
    const { roles } = dataOf(await call('GET', `/api/users/id/${user.id}/roles`))
    const { pivot } = roles.data.find(({ slug }: { slug: string }) => slug === role.slug)
    assert.deepEqual([pivot.is_active, pivot.expires_at, pivot.created_by], [true, null, approver.id])
    const counted = dataOf(await call('GET', `/api/roles/id/${role.id}`))
    assert.equal(counted.count_users, 1)
  })

  it('needs the permissions for assigning roles only if any are selected', async () => {
    const { slug } = await makeRole(service())
    for (const lacking of GIVES) {
      const { id } = await make('registrations')
      const held = GIVES.filter((each) => each !== lacking)
      const approver = await makeActor(service(), [...APPROVES, ...held])
      await assertForbidden(service(), () => approveAs(approver, id, [slug]), [lacking])
      assert.deepEqual(await rolesOf(await approveAs(approver, id, [])), ['registered'])
    }
    const approver = await makeActor(service(), APPROVES)
    const { id } = await make('registrations')
    await assertForbidden(service(), () => approveAs(approver, id, [slug]), GIVES)
    // The refusal does not depend on whether the role exists, which only readers of roles may know.
    await assertForbidden(service(), () => approveAs(approver, id, ['no-such-role']), GIVES)
  })

  it('assigns no role that holds more than the approver', async () => {
    const beyond = 'can-delete-taxonomies'
    const powerful = await makeRole(service(), [beyond])
    const harmless = await makeRole(service(), ['can-read-users'])
    const approver = await makeActor(service(), [...APPROVES, ...GIVES])
    const { id } = await make('registrations')
    for (const name of [powerful.slug, powerful.id, powerful.uuid])
      await assertForbidden(service(), () => approveAs(approver, id, [harmless.slug, name]), [beyond])
    await refused(() => approveAs(approver, id, ['super-administrator']), {
      status: 403,
      code: 'forbidden',
      says: /only the role super-administrator holds\.$/,
    })
    const answer = await approveAs(approver, id, [harmless.slug])
    assert.deepEqual(await rolesOf(answer), ['registered', harmless.slug].toSorted())
    const root = await approve((await make('registrations')).id, { json: { roles: ['super-administrator'] } })
    assert.deepEqual(await rolesOf(root), ['registered', 'super-administrator'])
  })

  it('assigns nothing for longer than the approver holds it', async () => {
    const world = heldUntil(service())
    const approver = await world.callerHolding([[2, null]], [...APPROVES, ...GIVES])
    const role = await world.roleGiving(null)
    const { id } = await make('registrations')
    await refused(() => approveAs(approver, id, [role.slug]), {
      status: 403,
      code: 'forbidden',
      says: /you can.t grant it for longer\.$/,
    })
    const until = await world.roleGiving(2)
    assert.deepEqual(
      await rolesOf(await approveAs(approver, id, [until.slug])),
      ['registered', until.slug].toSorted(),
    )
  })

  it('refuses missing and malformed roles, and names them', async () => {
    const [role, gone] = [await makeRole(service(), [], { slug: 'gardener' }), await makeRole(service())]
    dataOf(await call('POST', `/api/roles/id/${gone.id}/delete`))
    const { id } = await make('registrations')
    const invalid = (code: string, fields: string[], says: RegExp) => ({
      status: 422,
      code: fields.length === 1 ? code : 'invalid',
      details: fields.map((field) => [field, code] as const),
      says,
    })
    const attempts: [roles: unknown, ReturnType<typeof invalid>][] = [
      [
        [role.slug, 'gardner'],
        invalid('not_found', ['roles.1'], /roles\.1 does not match an existing role\. .*gardener/),
      ],
      [
        [gone.slug, gone.id, role.id],
        invalid('not_found', ['roles.0', 'roles.1'], /roles\.0 does not match an existing/),
      ],
      [{ id: role.id }, invalid('invalid_type', ['roles'], /roles must be a list/)],
      [[{ id: role.id }], invalid('invalid_type', ['roles'], /Each item of roles must be an id, a uuid or/)],
      [[''], invalid('too_short', ['roles'], /Each item of roles must be at least 1 character/)],
      [Array(101).fill(role.slug), invalid('invalid_type', ['roles'], /at most 100 items/)],
    ]
    for (const [roles, expected] of attempts) await refused(() => approve(id, { json: { roles } }), expected)
    const { body } = await approve(id, {
      json: { roles: ['gardner'] },
      headers: { 'accept-language': 'fr' },
    })
    assert.match(body.errors[0], /^roles\.0 ne désigne aucun rôle hors de la corbeille\./)
  })

  it('works only once: a second approval assigns no roles', async () => {
    const [one, two] = [await makeRole(service()), await makeRole(service())]
    const { id } = await make('registrations')
    const first = await approve(id, { json: { roles: [one.slug] } })
    await refused(() => approve(id, { json: { roles: [two.slug] } }), { status: 409, code: 'user_created' })
    assert.deepEqual(await rolesOf(first), ['registered', one.slug].toSorted())
  })

  it('is carried out once for an Idempotency-Key, which is bound to the selected roles', async () => {
    const [one, two] = [await makeRole(service()), await makeRole(service())]
    const { id } = await make('registrations')
    const headers = { 'idempotency-key': `approval-${id}` }
    const send = (roles: string[]) => approve(id, { headers, json: { roles } })
    const [first, second] = await Promise.all([send([one.slug]), send([one.slug])])
    assert.deepEqual([first.status, second.body], [201, first.body])
    const third = await send([one.slug])
    assert.deepEqual([third.headers['idempotency-replayed'], third.body], ['true', first.body])
    await refused(() => send([two.slug]), { status: 422, code: 'idempotency_key_reused' })
    assert.deepEqual(await rolesOf(first), ['registered', one.slug].toSorted())
  })

  it('names the missing permission to assign roles in French', async () => {
    const approver = await makeActor(service(), [...APPROVES, 'can-read-users', 'can-read-roles'])
    const { id } = await make('registrations')
    const { body } = await approve(id, {
      token: approver.token,
      json: { roles: ['guest'] },
      headers: { 'accept-language': 'fr' },
    })
    assert.equal(body.errors[0], 'L’attribution de rôles exige la permission can-assign-roles.')
  })
})
