// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeUser, type Person } from '../support/actors.ts'
import { multipart } from '../support/multipart.ts'
import { assertRefused, assertRefusedUnchanged } from '../support/refusals.ts'
import { type CallOptions, type Service, signIn, startService } from '../support/service.ts'

const REFUSED = { status: 400, code: 'malformed', says: /UTF-8/ }
const PASSWORD = 'correct üü horse stap'

/** API8:2023 Security misconfiguration: a lenient decoder would make one character of all invalid bytes. */
describe('API8: a text that is not UTF-8', () => {
  let service: Service
  let user: Person
  before(async () => {
    service = await startService()
    user = await makeUser(service, { password: PASSWORD })
  })
  after(() => service.stop())

  /** Each character becomes one byte. */
  const bytes = (text: string, type: string): CallOptions => ({
    payload: Buffer.from(text, 'latin1'),
    headers: { 'content-type': type },
  })
  const inJson = (text: string) => bytes(text, 'application/json')
  const inForm = (text: string) => bytes(text, 'application/x-www-form-urlencoded')
  const inMultipart = (...[name, value, more = '']: string[]) =>
    bytes(
      multipart([['note', '']]).payload.replace('note"\r\n\r\n', `${name}"${more}\r\n\r\n${value}`),
      multipart([]).headers['content-type'],
    )

  const BODIES: Record<string, CallOptions> = {
    'JSON, in a value': inJson('{"name": "M\xfcller"}'),
    'JSON, in a name': inJson('{"name": "x", "meta": {"M\xfcller": 1}}'),
    'JSON, that ends within a character': inJson('{"name": "x"}\xc3'),
    'JSON, with half of a surrogate pair': inJson('{"name": "\xed\xa0\x80"}'),
    'a form, as bytes': inForm('name=M\xfcller'),
    'a form, percent-encoded': inForm('name=M%FCller'),
    'a form, in a name': inForm('name=x&M%fcller=1'),
    'a form, in an overlong encoding': inForm('name=%C0%AF'),
    'a form, beside a percent sign that encodes nothing': inForm('name=100%&slug=%fc'),
    'a form, half of it percent-encoded': inForm('name=%C3\xbc'),
    'a part of multipart': inMultipart('name', 'M\xfcller'),
    'the name of a part': inMultipart('M\xfcller', 'x'),
    'a part in JSON': inMultipart('name', '"M\xfcller"', '\r\ncontent-type: application/json'),
  }

  for (const [what, options] of Object.entries(BODIES)) {
    it(`is refused in ${what}`, async () => {
      const refused = (method: string, path: string) =>
        assertRefusedUnchanged(service, () => service.call(method, path, options), REFUSED)
      await refused('POST', '/api/roles/create')
      await refused('POST', '/api/roles')
      await refused('PATCH', `/api/users/${user.id}`)
    })
  }

  it('is refused in a query', async () => {
    for (const query of ['q=%ff', 'q=a&%ff=1', 'filter[name]=M%FCller', 'q=%ED%A0%80', 'q=100%&x=%e4'])
      for (const path of ['/api/users', '/api/roles/1', '/api/service'])
        assertRefused(await service.call('GET', path, { query }), REFUSED)
    for (const method of ['GET', 'POST'])
      await assertRefusedUnchanged(
        service,
        () => service.call(method, '/api/roles/create', { query: 'name=M%FCller' }),
        REFUSED,
      )
  })

  it('is refused in a password, where it would match others', async () => {
    for (const password of ['correct \xfc\xfc horse stap', 'correct \xe4\xf6 horse stap'])
      for (const options of [
        inJson(JSON.stringify({ email: user.email, password })),
        inForm(`email=${user.email}&password=${escape(password)}`),
      ])
        assertRefused(await service.call('POST', '/api/signin', { token: null, ...options }), REFUSED)
    await signIn(service, user.email, PASSWORD)
  })

  it('is not confused with valid UTF-8, whatever characters that has', async () => {
    const name = 'Mü€𝄞\ufffd 100% %zz'
    const loose = `${encodeURIComponent('Mü€𝄞\ufffd')}+100%+%zz`
    const all: CallOptions[] = [
      { json: { name: `${name}0` } },
      { form: `name=${loose}1` },
      { form: 'name=Mü€𝄞\ufffd+100%+%zz2' },
      multipart([['name', `${name}3`]]),
      { query: `name=${loose}4` },
    ]
    for (const [index, options] of all.entries()) {
      const { item } = dataOf(await service.call('POST', '/api/roles/create', options))
      assert.equal(item.name, name + index)
    }
  })
})
