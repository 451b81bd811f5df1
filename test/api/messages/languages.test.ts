// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { languageOf } from '../../../server/messages/languages.ts'
import { grouped, say } from '../../../server/messages/say.ts'
import { makeActor } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { type CallOptions, type Service, startService } from '../../support/service.ts'

/** Refusals are in the language that the client prefers; everything else is the same in both. */

const APP = 'https://app.example.com'

let service: Service
before(async () => {
  service = await startService({ corsOrigins: [APP] })
})
after(() => service.stop())

const call = (method: string, path: string, language: string | undefined, options: CallOptions = {}) =>
  service.call(method, path, {
    ...options,
    headers: { ...options.headers, ...(language !== undefined && { 'accept-language': language }) },
  })

const summaryOf = ({ status, body: { code, details, errors }, headers }: Answer) => ({
  status,
  code,
  details,
  errors,
  language: headers['content-language'],
})

describe('The language of a refusal', () => {
  it('is the one with the highest weight in Accept-Language, the first of equal ones, else English', () => {
    const preferred: [string | undefined, 'en' | 'fr'][] = [
      [undefined, 'en'],
      ['', 'en'],
      ['fr', 'fr'],
      ['FR', 'fr'],
      ['fr-CA', 'fr'],
      ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
      ['en-GB,en;q=0.9,fr;q=0.8', 'en'],
      ['en;q=0.5, fr;q=0.7', 'fr'],
      ['en ; q=0.5 , fr ; Q=0.501', 'fr'],
      ['fr,en', 'fr'],
      ['en,fr', 'en'],
      ['de,fr;q=0.2', 'fr'],
      ['de,es', 'en'],
      ['fr;q=0', 'en'],
      ['fr;q=0,en;q=0', 'en'],
      ['en;q=0,*', 'fr'],
      ['fr;q=0,*', 'en'],
      ['*', 'en'],
      ['*,fr;q=0.5', 'en'],
      ['en;q=0.1,*;q=0.5', 'fr'],
      ['fr;q=2', 'en'],
      ['fr;q=x,en;q=0.1', 'en'],
      ['fr;q=0.1234', 'en'],
      ['frx', 'en'],
      [`${'de,'.repeat(10_000)}fr`, 'en'],
      [';;,,q=,*/*', 'en'],
    ]
    for (const [header, language] of preferred) {
      assert.equal(languageOf(header), language, String(header).slice(0, 40))
    }
  })

  it('is that of its sentences: its status, code and fields are the same', async () => {
    const requests: [string, string, CallOptions, string[]][] = [
      ['GET', '/api/users/id/987', {}, ['Aucun utilisateur ne correspond.']],
      ['GET', '/api/permissions/slug/zzz', {}, ['Aucune permission ne correspond.']],
      ['GET', '/api/roles/slug/editr', {}, ['Aucun rôle ne correspond. Vouliez-vous dire editor\u202f?']],
      ['GET', '/api/rolez', {}, ['Cette route n’existe pas. Vouliez-vous dire /api/roles\u202f?']],
      ['PUT', '/api/signin', {}, ['Ce chemin répond à POST.']],
      [
        'GET',
        '/api/users',
        { token: null },
        ['Un jeton est nécessaire\u00a0: connectez-vous, puis envoyez-le comme jeton Bearer.'],
      ],
      [
        'POST',
        '/api/roles/create',
        { json: { name: 'x'.repeat(151), is_active: 'perhaps', nmae: 1 } },
        [
          'nmae n’est pas un champ de cette opération. Vouliez-vous dire name\u202f?',
          'name doit contenir au plus 150 caractères.',
          'is_active doit être true ou false.',
        ],
      ],
      ['POST', '/api/users', { json: [{ first_name: 'Ada' }] }, ['Élément 0\u00a0: email est obligatoire.']],
      ['POST', '/api/roles/create', { payload: '{', headers: { 'content-type': 'application/json' } }, []],
    ]
    for (const [method, path, options, errors] of requests) {
      const english = summaryOf(await call(method, path, undefined, options))
      const french = summaryOf(await call(method, path, 'fr-FR, en;q=0.5', options))
      assert.equal(english.language, 'en')
      assert.equal(french.language, 'fr')
      if (errors.length > 0) assert.deepEqual(french.errors, errors)
      assert.notDeepEqual(french.errors, english.errors)
      const same = ({ status, code, details }: typeof french) => ({
        status,
        code,
        details: details.map(({ field, code }: { field: string; code: string }) => ({ field, code })),
      })
      assert.deepEqual(same(french), same(english))
      if (french.details.length > 0) {
        assert.deepEqual(
          french.details.map(({ message }: { message: string }) => message),
          french.errors,
        )
      }
    }
  })

  it('is that of the sentence about a missing permission too, in any operation', async () => {
    const { token } = await makeActor(service, ['can-update-users', 'can-read-users'])
    const options = { token, json: { invited_by: 1, registration_id: 1 } }
    const { body } = await call('POST', '/api/users/id/1/update', 'fr', options)
    assert.match(body.errors[0], /exige/)
    assert.equal(body.code, 'forbidden')
    const other = await call('GET', '/api/roles', 'fr', { token })
    assert.deepEqual(other.body.errors, ['Cela exige la permission can-read-roles.'])
  })

  it('is named in Vary beside other headers, so that no cache returns it to others', async () => {
    const headers = { origin: APP }
    for (const language of ['fr', 'en', undefined]) {
      const { headers: plain } = await call('GET', '/api/roles/id/987', language)
      const { headers: crossed } = await call('GET', '/api/roles/id/987', language, { headers })
      assert.match(String(plain.vary), /Accept-Language/)
      assert.match(String(crossed.vary), /Origin.*Accept-Language/)
      assert.equal(plain['cache-control'], 'no-store')
    }
  })

  it('does not affect successes', async () => {
    const json = { name: 'Librarian' }
    const { status, body, headers } = await call('POST', '/api/roles/create', 'fr', { json })
    assert.deepEqual([status, body.messages], [201, ['Saved successfully.']])
    assert.equal(headers['content-language'], undefined)
    const { body: moved } = await call('GET', '/api/roles/slug/librarian', 'fr')
    assert.equal(moved.data.name, 'Librarian')
  })

  it('is that of the request, even if another used the same Idempotency-Key before', async () => {
    const headers = { 'idempotency-key': 'once' }
    const create = (language: string, name: string) =>
      call('POST', '/api/roles/create', language, { headers, json: { name, slug: 'once' } })
    assert.deepEqual(summaryOf(await create('fr', '')).errors, ['name est obligatoire.'])
    assert.deepEqual(summaryOf(await create('en', '')).errors, ['name is required.'])
    assert.equal((await create('fr', 'Once')).status, 201)
    const replayed = await create('en', 'Once')
    assert.equal(replayed.headers['idempotency-replayed'], 'true')
    assert.deepEqual(replayed.body.messages, ['Saved successfully.'])
    const reused = async (language: string) => summaryOf(await create(language, 'Twice')).errors[0]
    assert.match(await reused('fr'), /^Cette Idempotency-Key a servi/)
    assert.match(await reused('en'), /^This Idempotency-Key was used/)
  })

  it('does not affect the conflicts of a dry run, which are stored and returned in English', async () => {
    const { body: types } = await call('POST', '/api/taxonomy-types/create', 'fr', {
      json: { name: 'Place' },
    })
    assert.ok(types.data.item.id)
    const term = async (name: string) =>
      (await call('POST', '/api/taxonomies/create', 'fr', { json: { name, type: 'place' } })).body.data.item
    const above = await term('Above')
    const below = await term('Below')
    await call('POST', `/api/taxonomies/id/${below.id}/update`, 'fr', { json: { parent: above.id } })
    const merge = (dry_run: boolean) =>
      call('POST', `/api/taxonomies/id/${above.id}/merge`, 'fr', { json: { into: below.id, dry_run } })
    const { body } = await merge(true)
    assert.equal(body.data.conflicts[0].message, "A term can't be merged into one of its descendants.")
    assert.match((await merge(false)).body.errors[0], /ne se fusionne pas/)
  })
})

describe('A message', () => {
  it('is English by default, in parts and as JSON too', () => {
    const message = say`${say`Each item of ${'list'}`} must ${say`have at most ${1000} items`}.`
    assert.equal(String(message), 'Each item of list must have at most 1000 items.')
    assert.equal(JSON.stringify({ message }), `{"message":"${message}"}`)
  })

  it('keeps the values of a caller as they are, including braces', () => {
    const given = 'a {0} b $& {1:x|y}'
    assert.equal(say`${given} is required.`.in('fr'), `${given} est obligatoire.`)
    assert.equal(say`${given}: ${given}`.in('fr'), `${given}\u00a0: ${given}`)
  })

  it('groups digits by the rules of its language', () => {
    assert.equal(say`${grouped(10_000)} is required.`.in('fr'), '10\u202f000 est obligatoire.')
    assert.equal(String(say`${grouped(10_000)}`), '10,000')
  })
})
