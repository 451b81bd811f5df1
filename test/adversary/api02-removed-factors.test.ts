// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { deleteSealedFactors } from '../../server/credentials/factors.ts'
import { systemContext } from '../../server/prepare.ts'
import { dataOf, giveRole, makeRole } from '../support/actors.ts'
import { addressesOf, newEmail } from '../support/address-changes.ts'
import { eventually } from '../support/eventually.ts'
import {
  codeOf,
  enrol,
  MINUTE_MS,
  makeOwner,
  makeSignedIn,
  nextCode,
  type Owner,
  PASSWORD,
  signInWithCode,
} from '../support/factors.ts'
import { addPasskey, PUBLIC_URL } from '../support/passkeys.ts'
import { assertRefused, assertRefusedUnchanged } from '../support/refusals.ts'
import { type Pair, type Service, signIn, startPair } from '../support/service.ts'

const UNPROVEN = { status: 403, code: 'reauthentication_required' } as const
const HELD_BACK = { status: 403, code: 'second_factor_enrolment_required' } as const

let pair: Pair
let service: Service
const { post, ask, changeMail, confirm, userOf } = addressesOf(() => service)
before(async () => {
  pair = await startPair({ publicUrl: PUBLIC_URL })
  service = pair.service
})
after(() => pair.stop())

const factorsOf = async (token: string) =>
  dataOf(await service.call('GET', '/api/me/factors', { token })).factors as { id: number; name: string }[]

const idOf = async (token: string, name: string) =>
  (await factorsOf(token)).find((factor) => factor.name === name)?.id

const reset = ({ id }: Owner) => post(`/api/users/id/${id}/factors/reset`, service.token)

/** What a thief would do with a session that counts as proved by a factor. */
async function assertUnproven(token: string) {
  for (const path of ['/api/me/recovery-codes', '/api/me/factors/totp'])
    for (const one of [service, pair.other]) {
      const call = () => one.call('POST', path, { token, json: {} })
      await assertRefusedUnchanged(service, call, UNPROVEN)
    }
}

describe('A session that proved a factor that was removed since', () => {
  it('changes no factor after a reset, once its user has added another one', async () => {
    const owner = await makeOwner(service)
    const thief = await signInWithCode(service, owner)
    dataOf(await reset(owner))
    const token = await signIn(service, owner.email, PASSWORD)
    await enrol(service, token)
    await assertUnproven(thief)
    assert.equal((await post('/api/me/recovery-codes', token)).status, 201)
  })

  it('is held back as before, in every process, where a role requires a factor', async () => {
    const owner = await makeOwner(service)
    const role = await makeRole(service, ['can-read-users'], { requires_second_factor: true })
    await giveRole(service, owner, role.slug)
    const thief = await signInWithCode(service, owner)
    const read = (one: Service) => one.call('GET', '/api/users', { token: thief })
    /** The memory of the other process follows within a second. */
    const inEach = async (check: (one: Service) => Promise<void>) => {
      await check(service)
      await eventually(() => check(pair.other))
    }
    const reads = async (one: Service) => assert.equal((await read(one)).status, 200)
    await inEach(reads)
    dataOf(await reset(owner))
    const { secret } = await enrol(service, await signIn(service, owner.email, PASSWORD))
    await inEach(async (one) => assertRefused(await read(one), HELD_BACK))
    dataOf(await post('/api/reauthenticate', thief, { code: nextCode(service, secret) }))
    await inEach(reads)
  })

  it('changes no factor although another one was left, whoever removed it', async () => {
    const owner = await makeOwner(service)
    await addPasskey(service, owner.token)
    await enrol(service, owner.token, { name: 'Tablet' })
    const tablet = (await idOf(owner.token, 'Tablet')) as number
    const app = (await idOf(owner.token, 'Authenticator app')) as number
    service.clock.advance(MINUTE_MS)
    const thief = await signInWithCode(service, owner)
    dataOf(await post(`/api/me/factors/${app}/delete`, owner.token))
    await assertUnproven(thief)
    // The session that removed it goes on.
    assert.equal((await post('/api/me/recovery-codes', owner.token)).status, 201)
    dataOf(await post(`/api/users/id/${owner.id}/factors/${tablet}/delete`, service.token))
    await assertUnproven(owner.token)
  })

  it('that removed the last one itself has proved nothing when another session adds one', async () => {
    const owner = await makeOwner(service)
    const thief = await signInWithCode(service, owner)
    const [app] = await factorsOf(thief)
    dataOf(await post(`/api/me/factors/${app?.id}/delete`, thief))
    await enrol(service, await signIn(service, owner.email, PASSWORD))
    await assertUnproven(thief)
  })

  it('has proved nothing after the secret of the installation was replaced', async () => {
    const owner = await makeOwner(service)
    const thief = await signInWithCode(service, owner)
    await service.connection.db
      .transaction()
      .execute((db) => deleteSealedFactors({ ...systemContext(service.connection), db: db as never }))
    await enrol(service, await signIn(service, owner.email, PASSWORD))
    await assertUnproven(thief)
  })
})

describe('A change of address that was asked for with the password alone', () => {
  it('is not confirmed without the factor that the account has since, and the code waits for a proof', async () => {
    const owner = await makeSignedIn(service)
    const thief = { token: await signIn(service, owner.email, PASSWORD) }
    const address = newEmail()
    dataOf(await ask(thief, address))
    const { secret } = await enrol(service, owner.token)
    const { code } = await changeMail(address)
    await assertRefusedUnchanged(service, () => confirm(thief, { code }), UNPROVEN)
    service.clock.advance(20 * MINUTE_MS)
    await assertRefusedUnchanged(service, () => confirm(owner, { code }), UNPROVEN)
    dataOf(await post('/api/reauthenticate', owner.token, { code: codeOf(service, secret) }))
    dataOf(await confirm(owner, { code }))
    assert.equal((await userOf(owner)).email, address)
  })

  it('needs no proof on an account without a factor, and verifying an address needs none on one with', async () => {
    const user = await makeSignedIn(service)
    const address = newEmail()
    dataOf(await ask(user, address))
    service.clock.advance(20 * MINUTE_MS)
    dataOf(await confirm(user, { code: (await changeMail(address)).code }))
    assert.equal((await userOf(user)).email, address)
  })
})

describe('Factors that are added at the same time', () => {
  it('are three at most, although an app was prepared before', async () => {
    const user = await makeSignedIn(service)
    await addPasskey(service, user.token, { name: 'One' })
    await addPasskey(service, user.token, { name: 'Two' })
    const { secret } = dataOf(await post('/api/me/factors/totp', user.token))
    await addPasskey(service, user.token, { name: 'Three' })
    const answer = () => post('/api/me/factors/totp/confirm', user.token, { code: codeOf(service, secret) })
    await assertRefusedUnchanged(service, answer, { status: 409, code: 'too_many_factors' })
    assert.equal((await factorsOf(user.token)).length, 3)
  })
})
