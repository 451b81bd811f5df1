// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { prepare } from '../../../server/prepare.ts'
import { dataOf, makeUser } from '../../support/actors.ts'
import { runHere, temporaryFolders } from '../../support/process.ts'
import { assertRefusedUnchanged } from '../../support/refusals.ts'
import { startService } from '../../support/service.ts'
import { useService } from '../../support/suite.ts'

/** The email or username of an account is the first password that an attacker tries. */

const { service, call, make } = useService()
const newFolder = temporaryFolders()

const PASSWORD = 'a phrase of my own'
let count = 0
const newPerson = () => {
  count += 1
  return { email: `ada.lovelace${count}@example.com`, first_name: 'Ada', username: `the-countess-${count}` }
}
/** The names, and other spellings of them. */
const namesOf = ({ email, username }: { email: string; username: string }) => [
  email,
  email.toUpperCase(),
  ` ${email}`,
  email.split('@')[0] as string,
  username,
  username.toUpperCase(),
]
const refused = (field = 'password') => ({
  status: 422,
  code: 'own_name',
  details: [[field, 'own_name']] as const,
  says: /password must not be the email or the username of its account/,
})

describe('A password that is a name of its own account', () => {
  for (const path of ['/api/users/create', '/api/registrations/create', '/api/signup']) {
    it(`is refused by ${path}`, async () => {
      const person = newPerson()
      const token = path === '/api/signup' ? { token: null } : {}
      const send = (fields: object) => call('POST', path, { json: { ...person, ...fields }, ...token })
      for (const password of namesOf(person))
        await assertRefusedUnchanged(service(), () => send({ password }), refused())
      const { username: _, ...unnamed } = newPerson()
      const password = unnamed.email.split('@')[0]
      const json = { ...unnamed, password }
      await assertRefusedUnchanged(service(), () => call('POST', path, { json, ...token }), refused())
      dataOf(await send({ password: `${person.username} and more` }))
    })
  }

  it('is refused in a bulk', async () => {
    const [one, other] = [newPerson(), newPerson()]
    const json = [
      { ...one, password: PASSWORD },
      { ...other, password: other.username },
    ]
    await assertRefusedUnchanged(service(), () => call('POST', '/api/users', { json }), refused('1.password'))
  })

  for (const resource of ['users', 'registrations'] as const) {
    it(`is refused in an update of ${resource}, for existing names and for new ones`, async () => {
      const person = newPerson()
      const { id } = await make(resource, person)
      const update = (json: object) => () => call('PATCH', `/api/${resource}/${id}`, { json })
      for (const password of namesOf(person))
        await assertRefusedUnchanged(service(), update({ password }), refused())
      const username = `anew-${id}-${person.username}`
      await assertRefusedUnchanged(service(), update({ password: username, username }), refused())
      dataOf(await update({ password: person.username, username })())
    })
  }

  it('is refused on one’s own record', async () => {
    const person = newPerson()
    const { id, token } = await makeUser(service(), { ...person, password: PASSWORD })
    const json = { password: person.email, current_password: PASSWORD }
    const attempt = () => call('POST', `/api/users/id/${id}/update`, { json, token })
    await assertRefusedUnchanged(service(), attempt, refused())
  })

  it('is refused at the setup, whose link still works afterwards', async () => {
    const settings = { adminEmail: undefined, adminPassword: undefined }
    const fresh = await startService(settings)
    try {
      const { firstAdministrator } = await prepare(fresh.connection, fresh.config)
      assert.ok(firstAdministrator?.kind === 'setup-code')
      const { username: _, ...person } = newPerson()
      const json = { ...person, code: firstAdministrator.code }
      const setUp = (password: string) => () =>
        fresh.call('POST', '/api/setup', { token: null, json: { ...json, password } })
      for (const password of [person.email, person.email.split('@')[0] as string])
        await assertRefusedUnchanged(fresh, setUp(password), refused())
      dataOf(await setUp(PASSWORD)())
    } finally {
      await fresh.stop()
    }
  })

  it('is refused in an import, which accepts the other rows', async () => {
    const cwd = newFolder()
    const env = { DATABASE_URL: service().config.databaseUrl }
    const existing = await makeUser(service(), newPerson())
    const rows = [
      ['first@elsewhere.example', 'chosen-name', 'chosen-name'],
      ['second.person@elsewhere.example', '', 'Second.Person'],
      ['third@elsewhere.example', '', PASSWORD],
      [existing.email, '', existing.username],
    ]
    const lines = rows.map(([email, username, password]) => `${email},${username},P,${password}`)
    writeFileSync(join(cwd, 'p.csv'), ['email,username,first_name,password', ...lines].join('\n'))
    const { out, err } = await runHere(cwd, ['import', 'users', 'p.csv', '--on-conflict', 'update'], env)
    assert.match(out, /1 created\n {2}3 rejected/)
    assert.equal(err.match(/password must not be the email or the username/g)?.length, 3, err)
  })
})
