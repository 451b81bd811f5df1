// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { dataOf, makeActor } from '../../support/actors.ts'
import { type Item, next } from '../../support/factories.ts'
import { assertRefusedUnchanged, dumpOf } from '../../support/refusals.ts'
import { useService } from '../../support/suite.ts'

/** An indented outline makes a tree of terms. */

const { call, make, service } = useService()

let type = ''
beforeEach(async () => {
  type = `place-${next()}`
  await make('taxonomy-types', { name: type, slug: type })
})

const paste = (outline: unknown, more: object = {}, token?: string) =>
  call('POST', '/api/taxonomies/outline', {
    json: { type, outline, ...more },
    ...(token !== undefined && { token }),
  })
const pasted = async (outline: string, more: object = {}) => dataOf(await paste(outline, more))
const brief = (data: Item) =>
  data.terms
    .map(
      (term: Item) =>
        `${term.line} ${'-'.repeat(term.level)}${term.name}${term.exists ? '!' : ''} ${term.slug}`,
    )
    .join('\n')
const term = (name: string, more: object = {}): Promise<Item> =>
  make('taxonomies', { name, slug: `${name.toLowerCase()}-${next()}`, type, ...more })

/** The tree of the type in the manual order, as an outline. */
async function outlineOf(parent?: number, depth = 0): Promise<string[]> {
  const query = { type, order: 'position', ...(parent !== undefined && { parent: String(parent) }) }
  const { list } = dataOf(await call('GET', '/api/taxonomies/tree', { query }))
  const lines: string[] = []
  for (const { id, name } of list.data)
    lines.push('.'.repeat(depth) + name, ...(await outlineOf(id, depth + 1)))
  return lines
}
const refused = (outline: unknown, details: [string, string][], more: object = {}) =>
  assertRefusedUnchanged(service(), () => paste(outline, more), {
    status: 422,
    code: details.length === 1 ? (details[0]?.[1] ?? '') : 'invalid',
    details,
  })

describe('An outline', () => {
  it('makes a tree in its own order, and says what it made', async () => {
    const data = await pasted('\n- Low\n  - Lowest\n\n  - Lower\n* Medium\r\n* High\n')
    assert.deepEqual([data.created, data.existing, data.applied], [5, 0, true])
    assert.equal(brief(data), '2 Low low\n3 -Lowest lowest\n5 -Lower lower\n6 Medium medium\n7 High high')
    assert.deepEqual(await outlineOf(), ['Low', '.Lowest', '.Lower', 'Medium', 'High'])
    for (const { id, name } of data.terms)
      assert.equal(dataOf(await call('GET', `/api/taxonomies/${id}`)).name, name)
  })

  it('may be indented by tabs, come below a term, and end with fewer levels at once', async () => {
    const europe = await term('Europe')
    await pasted('France\n\tParis\n\t\tMarais\nSpain', { parent: europe.slug })
    assert.deepEqual(await outlineOf(), ['Europe', '.France', '..Paris', '...Marais', '.Spain'])
  })

  it('keeps terms that exist, and adds those below them', async () => {
    const europe = await term('Europe')
    const france = await term('France', { parent: europe.id })
    const before = dataOf(await call('GET', `/api/taxonomies/${france.id}`))
    const data = await pasted('Europe\n  France\n    Paris\n  Spain\nAsia')
    assert.deepEqual([data.created, data.existing], [3, 2])
    assert.deepEqual([data.terms[1].id, data.terms[1].exists], [france.id, true])
    assert.deepEqual(dataOf(await call('GET', `/api/taxonomies/${france.id}`)), before)
    // Again: nothing is new.
    const again = await pasted('Europe\n  France\n    Paris\n  Spain\nAsia')
    assert.deepEqual([again.created, again.existing], [0, 5])
    // Siblings that were never placed keep the natural order.
    assert.deepEqual(await outlineOf(), ['Asia', 'Europe', '.France', '..Paris', '.Spain'])
  })

  it('may name a term twice below one parent, and it is one term', async () => {
    const data = await pasted('Europe\n  France\nAsia\nEurope\n  Spain\n  France')
    assert.deepEqual([data.created, data.existing], [4, 2])
    assert.equal(data.terms[3].id, data.terms[0].id)
    assert.deepEqual(await outlineOf(), ['Europe', '.France', '.Spain', 'Asia'])
  })

  it('gives terms with one name below different parents different slugs', async () => {
    await term('Other', { slug: 'other-2' })
    const data = await pasted('A\n  Other\nB\n  Other\nC\n  Other\n日本')
    const slugs = data.terms.map(({ slug }: Item) => slug)
    assert.deepEqual(slugs, ['a', 'other', 'b', 'other-4', 'c', 'other-3', 'term'])
    const many = await pasted(Array.from({ length: 30 }, (_, n) => `X${n}\n Other`).join('\n'))
    assert.equal(new Set(many.terms.map(({ slug }: Item) => slug)).size, 60)
  })

  it('changes nothing in a dry run, and tells the same', async () => {
    await term('Europe')
    const before = await dumpOf(service())
    const data = await pasted('Europe\n  France\nAsia', { dry_run: true })
    assert.deepEqual(await dumpOf(service()), before)
    assert.deepEqual([data.created, data.existing, data.applied], [2, 1, false])
    assert.deepEqual(
      data.terms.map(({ id }: Item) => id === null),
      [false, true, true],
    )
  })

  it('has a thousand terms at most, of which one faulty line refuses all', async () => {
    const lines = Array.from({ length: 1000 }, (_, n) => `${n % 10 === 0 ? '' : '  '}Term ${n}`)
    await refused([...lines, 'one more'].join('\n'), [['outline.1001', 'out_of_range']])
    await refused([...lines.slice(0, 999), '-'].join('\n'), [['outline.1000', 'required']])
    const { created } = await pasted(lines.join('\n'))
    assert.equal(created, 1000)
    assert.equal((await pasted(lines.join('\n'), { dry_run: true })).existing, 1000)
  })

  it('is refused with the number of each faulty line', async () => {
    await refused('A\n    B\n  C', [['outline.3', 'bad_indentation']])
    await refused('  A\nB', [['outline.2', 'bad_indentation']])
    await refused('A\n\tB\n  C', [['outline.3', 'bad_indentation']])
    await refused('A\n \tB', [['outline.2', 'bad_indentation']])
    await refused('A\n-\n\n- ', [
      ['outline.2', 'required'],
      ['outline.4', 'required'],
    ])
    await refused(`A\n${'x'.repeat(256)}\nB\u202E`, [
      ['outline.2', 'too_long'],
      ['outline.3', 'not_allowed'],
    ])
    const deep = Array.from({ length: 33 }, (_, n) => `${' '.repeat(n)}L${n}`).join('\n')
    await refused(deep, [['outline.33', 'out_of_range']])
    await refused('\n \n', [['outline', 'required']])
  })

  it('is refused in French too', async () => {
    const answer = await call('POST', '/api/taxonomies/outline', {
      json: { type, outline: 'A\n-' },
      headers: { 'accept-language': 'fr' },
    })
    assert.match(answer.body.details[0].message, /^Ligne 2.: elle n’a pas de nom\.$/)
  })

  it('is refused below an unknown term or one of another type, and for an unknown type', async () => {
    await refused('A', [['parent', 'not_found']], { parent: 'unheard-of' })
    await refused('A', [['type', 'not_found']], { type: 'unheard-of' })
    const other = `other-${next()}`
    await make('taxonomy-types', { name: other, slug: other })
    const thing = await term('Thing', { type: other })
    await assertRefusedUnchanged(service(), () => paste('A', { parent: thing.id }), {
      status: 409,
      code: 'wrong_type',
      details: [['parent', 'wrong_type']],
    })
  })

  it('needs the permission to create terms, and hides existing ones from those who may not read them', async () => {
    const europe = await term('Europe')
    const reader = await makeActor(service(), ['can-read-taxonomies'])
    await assertRefusedUnchanged(service(), () => paste('A', {}, reader.token), {
      status: 403,
      code: 'forbidden',
    })
    const { token } = await makeActor(service(), ['can-create-taxonomies'])
    const { terms } = dataOf(await paste('Europe\n  France\nEurope', {}, token))
    assert.deepEqual(
      terms.map(({ id, slug }: Item) => [id === null, slug === null]),
      [
        [true, true],
        [false, false],
        [true, true],
      ],
    )
    assert.equal(dataOf(await call('GET', `/api/taxonomies/${terms[1].id}`)).parent_id, europe.id)
  })
})
