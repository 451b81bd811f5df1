// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageOf } from '../../../server/values/page.ts'

/**
 * The page object compared with Laravel's paginator. The expected values follow UrlWindow's rules with `onEachSide` 3:
 * under 14 pages, all of them; up to page 7, pages 1 to 10 and the last two; from the seventh last, the first two and
 * the last ten; between, the first two, three on each side, and the last two.
 */

const at = (page: number, pages: number) =>
  pageOf([{ id: 1 }], pages * 10, {
    page,
    perPage: 10,
    path: 'https://example.com/api/roles',
    parameters: new URLSearchParams({ q: 'a b', per_page: '10' }),
  })

const shown = (page: number, pages: number) =>
  at(page, pages)
    .links.slice(1, -1)
    .map(({ label, active }) => (active ? `[${label}]` : label))
    .join(' ')

const EXPECTED: [page: number, pages: number, shown: string][] = [
  [1, 1, '[1]'],
  [1, 2, '[1] 2'],
  [2, 2, '1 [2]'],
  [1, 10, '[1] 2 3 4 5 6 7 8 9 10'],
  [5, 10, '1 2 3 4 [5] 6 7 8 9 10'],
  [10, 10, '1 2 3 4 5 6 7 8 9 [10]'],
  [7, 13, '1 2 3 4 5 6 [7] 8 9 10 11 12 13'],
  [7, 14, '1 2 3 4 5 6 [7] 8 9 10 ... 13 14'],
  [8, 14, '1 2 ... 5 6 7 [8] 9 10 11 12 13 14'],
  [1, 25, '[1] 2 3 4 5 6 7 8 9 10 ... 24 25'],
  [7, 25, '1 2 3 4 5 6 [7] 8 9 10 ... 24 25'],
  [8, 25, '1 2 ... 5 6 7 [8] 9 10 11 ... 24 25'],
  [13, 25, '1 2 ... 10 11 12 [13] 14 15 16 ... 24 25'],
  [18, 25, '1 2 ... 15 16 17 [18] 19 20 21 ... 24 25'],
  [19, 25, '1 2 ... 16 17 18 [19] 20 21 22 23 24 25'],
  [25, 25, '1 2 ... 16 17 18 19 20 21 22 23 24 [25]'],
  [1, 100, '[1] 2 3 4 5 6 7 8 9 10 ... 99 100'],
  [50, 100, '1 2 ... 47 48 49 [50] 51 52 53 ... 99 100'],
  [94, 100, '1 2 ... 91 92 93 [94] 95 96 97 98 99 100'],
  [93, 100, '1 2 ... 90 91 92 [93] 94 95 96 ... 99 100'],
  [100, 100, '1 2 ... 91 92 93 94 95 96 97 98 99 [100]'],
]

const url = (page: number) => `https://example.com/api/roles?q=a+b&per_page=10&page=${page}`

describe('The links of a page', () => {
  for (const [page, pages, expected] of EXPECTED) {
    it(`show page ${page} of ${pages} as ${expected}`, () => {
      assert.equal(shown(page, pages), expected)
    })
  }

  it('lead to the page of their label; gaps have no URL', () => {
    assert.deepEqual(at(8, 25).links, [
      { url: url(7), label: '&laquo; Previous', active: false },
      { url: url(1), label: '1', active: false },
      { url: url(2), label: '2', active: false },
      { url: null, label: '...', active: false },
      { url: url(5), label: '5', active: false },
      { url: url(6), label: '6', active: false },
      { url: url(7), label: '7', active: false },
      { url: url(8), label: '8', active: true },
      { url: url(9), label: '9', active: false },
      { url: url(10), label: '10', active: false },
      { url: url(11), label: '11', active: false },
      { url: null, label: '...', active: false },
      { url: url(24), label: '24', active: false },
      { url: url(25), label: '25', active: false },
      { url: url(9), label: 'Next &raquo;', active: false },
    ])
    assert.deepEqual(at(1, 1).links, [
      { url: null, label: '&laquo; Previous', active: false },
      { url: url(1), label: '1', active: true },
      { url: null, label: 'Next &raquo;', active: false },
    ])
  })

  it('are part of the page object', () => {
    assert.deepEqual(
      { ...at(3, 25), links: [] },
      {
        current_page: 3,
        data: [{ id: 1 }],
        first_page_url: url(1),
        from: 21,
        last_page: 25,
        last_page_url: url(25),
        links: [],
        next_page_url: url(4),
        path: 'https://example.com/api/roles',
        per_page: 10,
        prev_page_url: url(2),
        to: 21,
        total: 250,
      },
    )
  })

  it('are those of a single page if the list is empty', () => {
    const request = { page: 1, perPage: 20, path: 'http://a/b', parameters: new URLSearchParams() }
    assert.deepEqual(pageOf([], 0, request), {
      current_page: 1,
      data: [],
      first_page_url: 'http://a/b?page=1',
      from: null,
      last_page: 1,
      last_page_url: 'http://a/b?page=1',
      links: [
        { url: null, label: '&laquo; Previous', active: false },
        { url: 'http://a/b?page=1', label: '1', active: true },
        { url: null, label: 'Next &raquo;', active: false },
      ],
      next_page_url: null,
      path: 'http://a/b',
      per_page: 20,
      prev_page_url: null,
      to: null,
      total: 0,
    })
  })
})
