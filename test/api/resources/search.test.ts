// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { next } from '../../support/factories.ts'
import { assertRefused, forEveryResource, ids, sorted, useService } from '../../support/suite.ts'

/** The parameters `q`, `from` and `to`. */

const { call, make, list, store } = useService({ tokenTtlDays: 0 })

/** A record with this name and a slug, for names from which no slug can be derived. */
const named = (label: string, text: string) => ({
  [label]: text,
  ...(label === 'name' && { slug: `slug-${next()}` }),
})

forEveryResource(({ name }, { label }) => {
  const found = async (q: string) => sorted(ids(await list(name, { q, per_page: '1000' })))
  const among = async (q: string, ...records: { id: number }[]) => {
    const matched = await found(q)
    return records.map(({ id }) => matched.includes(id))
  }

  it('finds any part of a name with q, in any case and script', async () => {
    const record = await make(name, named(label, 'École Ñandú ΣΊΣΥΦΟΣ 🙂 Ж'))
    for (const q of ['École', 'éCOLE', 'ñAND', 'cole ñ', 'σίσυφο', 'ж', '🙂', 'Ж', ' ÉCOLE ']) {
      assert.deepEqual(await found(q), [record.id], q)
    }
    for (const q of ['École Ж Nandúx', 'École 😀', '😀']) assert.deepEqual(await found(q), [], q)
  })

  it('ignores accents, in the record and in q', async () => {
    const names: [string, string[]][] = [
      ['Łukasz Żółć', ['lukasz', 'ŁUKASZ', 'zolc', 'żołc', 'Łukàsz']],
      ['Søren Sørensen', ['sorensen', 'SØRENSEN', 'sörensen']],
      ['Großmeister', ['grossmeister', 'großm', 'GROẞM']],
      ['İpek Işık', ['ipek', 'İPEK', 'isik', 'ışık']],
      ['Ægir Þórðarson', ['aegir', 'æGIR', 'thordarson', 'Þórð']],
      ['Élodie Zoe\u0308', ['elodie', 'zoë', 'ZOE']],
      ['Đorđe Nguyễn', ['dorde', 'nguyen', 'NGUYỄN']],
      ['Αχιλλέας', ['αχιλλεας', 'ΑΧΙΛΛΈΑΣ', 'αχιλλεασ']],
    ]
    for (const [text, searches] of names) {
      const { id } = await make(name, named(label, text))
      for (const q of searches) assert.deepEqual(await found(q), [id], `${q} in ${text}`)
    }
    // A syllable and a vowel sign are no accents.
    const others = []
    for (const text of ['강남', 'कुमार']) others.push((await make(name, named(label, text))).id)
    assert.deepEqual(await found('강'), [others[0]])
    for (const q of ['가', 'ᄀ', 'केम', 'कम']) assert.deepEqual(await found(q), [], q)
  })

  it('finds the words of q in any order, each as a part of a text', async () => {
    const record = await make(name, named(label, 'Zhang Mei-Ling 2nd “Q”'))
    await make(name, named(label, 'Zhang Wei'))
    const hits = ['mei zhang', 'zhang mei', 'zh  me', 'ling zha', 'ei-l\tz', 'mei mei zhang ei', 'z m 2 “q”']
    for (const q of hits) assert.deepEqual(await found(q), [record.id], q)
    for (const q of ['zhang meiling', 'zhang mei 漢', '"zhang mei"']) assert.deepEqual(await found(q), [], q)
  })

  it('refuses a q of more than twenty words', async () => {
    const words = Array.from({ length: 21 }, (_, index) => `w${index}`)
    const { status } = await call('GET', `/api/${name}`, { query: { q: words.slice(1).join(' ') } })
    assert.equal(status, 200)
    const repeated = await call('GET', `/api/${name}`, { query: { q: `${words.slice(1).join(' ')} w1 w2` } })
    assert.equal(repeated.status, 200)
    const refused = await call('GET', `/api/${name}`, { query: { q: words.join(' ') } })
    assertRefused(refused, { status: 422, code: 'out_of_range', fields: ['q'] })
  })

  it('treats percent signs, underscores, backslashes and the like in q literally', async () => {
    const texts = ['100% sure', 'snake_case_q', 'back\\slash', 'quo\'te"s', 'star*q?', '[brackets-q]']
    const records = []
    for (const text of texts) records.push(await make(name, named(label, text)))
    const plain = await make(name, named(label, '100 sure snake case q backslash'))
    const parts = ['0% s', 'e_c', 'k\\s', 'o\'te"', 'r*q?', '[brackets-q]']
    for (const [index, q] of parts.entries()) assert.deepEqual(await found(q), [records[index].id], q)
    const percent = await found('%')
    assert.deepEqual(percent, [records[0].id])
    assert.ok(!(await found('_')).includes(plain.id))
    assert.deepEqual(await found('\\'), [records[2].id])
    assert.deepEqual(await found('%%'), [])
  })

  it('ignores an empty q, and finds nothing with a q longer than any name', async () => {
    const { id } = await make(name)
    assert.ok((await found('')).includes(id))
    assert.ok((await found('  ')).includes(id))
    const { status, body } = await call('POST', `/api/${name}`, { json: { q: 'x'.repeat(16_000) } })
    assert.deepEqual([status, body.data?.list.total], [200, 0])
    const refused = await call('POST', `/api/${name}`, { json: { q: ['a'] } })
    assertRefused(refused, { status: 422, code: 'invalid_type', fields: ['q'] })
  })

  it('finds updated values with q, and no soft-deleted records', async () => {
    const record = await make(name, named(label, `Before ${next()} change`))
    const q = record[label]
    if (label === 'last_name' || name !== 'permissions') {
      await call('POST', `/api/${name}/id/${record.id}/update`, { json: { [label]: `After ${q}x` } })
      assert.deepEqual(await found(`after ${q}x`), [record.id])
    }
    await call('POST', `/api/${name}/id/${record.id}/delete`)
    assert.deepEqual(await found(q), [])
  })

  if (label === 'name') {
    it('searches the slug with q too, and nothing else', async () => {
      const record = await make(name, {
        slug: `needle-${next()}-x`,
        ...(name !== 'taxonomy-types' && { details: 'haystack' }),
      })
      assert.deepEqual(await found(record.slug.toUpperCase()), [record.id])
      assert.deepEqual(await found('haystack'), [])
      assert.deepEqual(await among(String(record.uuid), record), [false])
    })
  } else if (label === 'last_name') {
    it('searches first, middle, last, display and full names, email and id with q', async () => {
      const unique = next()
      const record = await make(name, {
        email: `quill${unique}@mail.example.com`,
        first_name: `Erste${unique}`,
        middle_name: `Mitte${unique}`,
        last_name: `Letzte${unique}`,
        display_name: `Schau${unique}`,
        title: `Titel${unique}`,
        username: `konto${unique}`,
      })
      const hits = [
        ...['Erste', 'Mitte', 'Letzte', 'Schau', 'quill'].map((part) => part + unique),
        `erste${unique} LETZTE${unique}`,
        `Erste${unique} Mitte${unique} Letzte${unique}`,
        `MITTE${unique} letzte`,
        `QUILL${unique}@Mail`,
        `Letzte${unique} Erste${unique}`,
        `Schau${unique} Erste`,
        `@mail quill${unique} Letzte`,
      ]
      for (const q of hits) assert.deepEqual(await found(q), [record.id], q)
      const misses = [`Titel${unique}`, `konto${unique}`, `Erste${unique} Titel`]
      for (const q of misses) assert.deepEqual(await found(q), [], q)
      assert.deepEqual(await among(String(record.id), record), [true])
      const other = await make(name, { first_name: `Number ${record.id}` })
      assert.deepEqual(await among(String(record.id), record, other), [true, true], 'an integer is also text')
      assert.deepEqual(await found(`${record.id}.0`), [])
      assert.deepEqual(await found(`${record.id} erste${unique}`), [record.id])
    })
  }
})

describe('The parameters from and to', () => {
  const TIMES = [
    '2001-03-03T23:59:59.999Z',
    '2001-03-04T00:00:00.000Z',
    '2001-03-04T23:59:59.999Z',
    '2001-03-05T00:00:00.000Z',
  ]

  forEveryResource(({ name, table }) => {
    it('include whole UTC days, both ends included, each alone too', async () => {
      const made: number[] = []
      for (const created_at of TIMES) {
        const { id } = await make(name)
        await store(table, id, { created_at })
        made.push(id)
      }
      const within = async (query: Record<string, string>) => {
        const found = ids(await list(name, { ...query, per_page: '1000' }))
        return made.flatMap((id, index) => (found.includes(id) ? [index] : []))
      }
      assert.deepEqual(await within({ from: '2001-03-04', to: '2001-03-04' }), [1, 2])
      assert.deepEqual(await within({ from: '2001-03-04' }), [1, 2, 3])
      assert.deepEqual(await within({ to: '2001-03-04' }), [0, 1, 2])
      assert.deepEqual(await within({ from: '2001-03-03', to: '2001-03-05' }), [0, 1, 2, 3])
      assert.deepEqual(await within({ from: '2001-03-06' }), [])
      assert.deepEqual(await within({ from: '', to: '' }), [0, 1, 2, 3])
    })

    it('refuse a value that is not a day, and a from after the to', async () => {
      for (const day of [
        '2001-02-29',
        '2001-2-3',
        '01-02-2003',
        'today',
        '2001-03-04T00:00:00Z',
        '20010304',
      ]) {
        for (const field of ['from', 'to']) {
          const answer = await call('GET', `/api/${name}`, { query: { [field]: day } })
          assertRefused(answer, { status: 422, code: 'invalid_type', fields: [field] })
        }
      }
      const swapped = await call('GET', `/api/${name}`, { query: { from: '2001-03-05', to: '2001-03-04' } })
      assertRefused(swapped, { status: 422, code: 'out_of_range', fields: ['to'] })
    })
  })
})
