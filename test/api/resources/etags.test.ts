// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertRefused, forEveryResource, useService } from '../../support/suite.ts'

/** `ETag`, `If-None-Match` and `If-Match`. */

const { call, make, unchanged } = useService()

forEveryResource(({ name }, { shared, store }) => {
  const read = (id: number, headers: Record<string, string> = {}) =>
    call('GET', `/api/${name}/id/${id}`, { headers })
  const tagOf = async (id: number) => String((await read(id)).headers.etag)
  /** Any write that changes the record; permissions have no update. */
  const change = (id: number, value: unknown, headers: Record<string, string> = {}) =>
    store
      ? call('POST', `/api/${name}/id/${id}/delete`, { headers })
      : call('POST', `/api/${name}/id/${id}/update`, { json: { [shared.column]: value }, headers })

  it('answers 304 without a body while the record is unchanged', async () => {
    const { id } = await make(name)
    const tag = await tagOf(id)
    assert.match(tag, /^"[^"]+"$/)
    assert.equal(await tagOf(id), tag)
    for (const match of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await read(id, { 'if-none-match': match })
      assert.deepEqual([answer.status, answer.body, answer.headers.etag], [304, '', tag])
    }
    for (const match of ['"other"', '""', 'nonsense'])
      assert.equal((await read(id, { 'if-none-match': match })).status, 200)
  })

  it('changes its ETag with the record', async () => {
    const { id } = await make(name)
    const tags = [await tagOf(id)]
    for (const value of [shared.value, shared.other]) {
      await change(id, value)
      if (store) await call('POST', `/api/${name}/id/${id}/restore`)
      assert.equal((await read(id, { 'if-none-match': tags.join(', ') })).status, 200)
      tags.push(await tagOf(id))
    }
    assert.equal(new Set(tags).size, 3)
  })

  it('refuses a write with an outdated If-Match with 412, and changes nothing', async () => {
    const { id } = await make(name)
    const stale = ['"other"', '"0-x"', '""', 'nonsense', 'W/"0"', '']
    if (!store) {
      stale.push(await tagOf(id))
      await change(id, shared.value)
    }
    await unchanged(async () => {
      for (const match of stale) {
        for (const operation of ['delete', ...(store ? [] : ['update'])]) {
          const options = { json: {}, headers: { 'if-match': match } }
          const answer = await call('POST', `/api/${name}/id/${id}/${operation}`, options)
          assertRefused(answer, { status: 412, code: 'stale' })
        }
      }
    })
  })

  it('accepts a write with the current ETag, alone or among others, or *', async () => {
    for (const make_match of [(tag: string) => tag, (tag: string) => `"other", ${tag}`, () => '*']) {
      const { id } = await make(name)
      const answer = await change(id, shared.other, { 'if-match': make_match(await tagOf(id)) })
      assert.equal(answer.status, 200)
    }
  })

  it('checks If-Match on restore too', async () => {
    const { id } = await make(name)
    const tag = await tagOf(id)
    await call('POST', `/api/${name}/id/${id}/delete`)
    await unchanged(async () => {
      const answer = await call('POST', `/api/${name}/id/${id}/restore`, { headers: { 'if-match': tag } })
      assertRefused(answer, { status: 412, code: 'stale' })
    })
    const gone = await call('GET', `/api/${name}/id/${id}`, { query: { trashed: 'only' } })
    const headers = { 'if-match': String(gone.headers.etag) }
    assert.equal((await call('POST', `/api/${name}/id/${id}/restore`, { headers })).status, 200)
  })
})

describe('A registration', () => {
  it('checks If-Match on create-user too', async () => {
    const { id } = await make('registrations')
    await unchanged(async () => {
      const path = `/api/registrations/id/${id}/create-user`
      const answer = await call('POST', path, { headers: { 'if-match': '"stale"' } })
      assertRefused(answer, { status: 412, code: 'stale' })
    })
  })
})
