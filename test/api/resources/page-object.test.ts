// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { next } from '../../support/factories.ts'
import { forEveryResource, useService } from '../../support/suite.ts'

/** The page object in responses: its links lead where they say, and contain no credential. */

const { service, call, make } = useService()

const urlsOf = (page: { links: { url: string | null }[] } & Record<string, unknown>): string[] => [
  ...page.links.flatMap(({ url }) => (url === null ? [] : [url])),
  ...['first_page_url', 'last_page_url', 'next_page_url', 'prev_page_url'].flatMap((key) =>
    page[key] === null ? [] : [page[key] as string],
  ),
]

forEveryResource(({ name }, { label }) => {
  it('has links that lead to the same list, however it was requested', async () => {
    const mark = `page ${next()} & more`
    for (let index = 0; index < 3; index++) await make(name, { [label]: `${mark} ${index}` })
    const { token } = service()
    const requested: Record<string, string> = {
      q: mark,
      per_page: '1',
      page: '2',
      sort: 'id:desc',
      trashed: 'true',
      'filter[id]': 'gt:0|AND|lt:999999',
    }
    const query = { ...requested, api_token: token, nonsense: 'x' }
    const { filter: _, ...flat } = { ...query, filter: '' }
    const answers = await Promise.all([
      call('GET', `/api/${name}`, { query, token: null }),
      call('POST', `/api/${name}`, { form: String(new URLSearchParams(query)), token: null }),
      call('POST', `/api/${name}`, {
        json: { ...flat, 'filter[id]': undefined, filter: { id: requested['filter[id]'] } },
        token: null,
      }),
      call('POST', `/api/${name}`, {
        query: { api_token: token },
        json: { ...requested, 'filter[id]': undefined, filter: { id: requested['filter[id]'] } },
      }),
    ])
    for (const { status, body } of answers) {
      assert.equal(status, 200)
      const page = body.data.list
      assert.equal(page.path, `http://localhost:80/api/${name}`)
      assert.deepEqual([page.current_page, page.last_page, page.total], [2, 3, 3])
      const urls = urlsOf(page)
      assert.equal(urls.length, 9)
      for (const url of urls) {
        const { origin, pathname, searchParams } = new URL(url)
        assert.deepEqual([origin, pathname], ['http://localhost:80'.replace(':80', ''), `/api/${name}`])
        const { page: number, ...kept } = Object.fromEntries(searchParams)
        const { page: __, ...expected } = requested
        assert.deepEqual(kept, expected)
        assert.ok(['1', '2', '3'].includes(number as string))
      }
    }
    const { next_page_url: nextPage, prev_page_url: previous } = answers[0].body.data.list
    const [second, first] = await Promise.all(
      [nextPage, previous].map((url) =>
        call('GET', new URL(url).pathname, { query: new URL(url).search.slice(1) }),
      ),
    )
    assert.equal(second?.body.data.list.current_page, 3)
    assert.equal(second?.body.data.list.next_page_url, null)
    assert.equal(first?.body.data.list.prev_page_url, null)
    const names = [first, answers[0], second].map((answer) => answer?.body.data.list.data[0][label])
    assert.deepEqual(
      names,
      [2, 1, 0].map((index) => `${mark} ${index}`),
    )
  })
})

describe('Over HTTP', () => {
  it('shows the window of page 9 of 16', async () => {
    for (let index = 0; index < 16; index++) await make('roles', { name: `Window ${index} of sixteen` })
    const query = { q: 'of sixteen', limit: '1', page: '9', api_token: service().token }
    const { body } = await call('GET', '/api/roles', { query })
    const url = (page: number) => `http://localhost:80/api/roles?q=of+sixteen&page=${page}&limit=1`
    const link = (page: number) => ({ url: url(page), label: String(page), active: page === 9 })
    const gap = { url: null, label: '...', active: false }
    assert.deepEqual(body.data.list.links, [
      { url: url(8), label: '&laquo; Previous', active: false },
      ...[link(1), link(2), gap, link(6), link(7), link(8), link(9), link(10)],
      ...[link(11), link(12), gap, link(15), link(16)],
      { url: url(10), label: 'Next &raquo;', active: false },
    ])
  })

  it('keeps the parameters of lists, alternative shapes and relation reads in its links', async () => {
    const type = await make('taxonomy-types', { slug: 'kept' })
    await make('taxonomies', { type: type.id })
    for (const query of ['types=kept,kept', 'types[]=kept&types[]=kept', 'types=kept&types=kept']) {
      const { body } = await call('GET', '/api/taxonomies', { query })
      assert.equal(new URL(body.data.list.first_page_url).searchParams.get('types'), 'kept,kept')
    }
    const variant = await call('GET', '/api/permissions', { query: { variant: '2', filter: 'rolecall' } })
    const kept = Object.fromEntries(new URL(variant.body.data.last_page_url).searchParams)
    assert.deepEqual({ variant: kept.variant, filter: kept.filter }, { variant: '2', filter: 'rolecall' })
    const roles = await call('GET', '/api/users/id/1/roles', {
      query: { per_page: '1', api_token: service().token },
    })
    assert.equal(roles.body.data.roles.path, 'http://localhost:80/api/users/id/1/roles')
    assert.equal(
      roles.body.data.roles.first_page_url,
      'http://localhost:80/api/users/id/1/roles?per_page=1&page=1',
    )
    const spaced = await call('GET', '/api/users/first_name/Ada%20L%2FK/roles')
    assert.equal(spaced.status, 404)
  })
})
