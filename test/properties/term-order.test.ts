// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { spread } from '../../server/resources/taxonomies/positions.ts'
import { dataOf } from '../support/actors.ts'
import { type Item, make, next } from '../support/factories.ts'
import { fc } from '../support/seeds.ts'
import { type Service, startService } from '../support/service.ts'

/** The manual order of terms, compared with lists in memory. */

const index = fc.nat(11)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('place' as const), index, beside: index, isAfter: fc.boolean() }),
  },
  // Always at one place, which uses up the gap.
  { weight: 6, arbitrary: fc.record({ do: fc.constant('squeeze' as const), index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('trash' as const), index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('create' as const), index }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Known {
  id: number
  name: string
  isTrashed: boolean
  parent: number
}

/** The siblings below two parents: those in the manual order, in their order, and the others. */
class Model {
  readonly known: Known[] = []
  readonly placed: [Known[], Known[]] = [[], []]

  add(id: number, name: string, parent: number): void {
    this.known.push({ id, name, isTrashed: false, parent })
  }

  unplaced(parent: number): Known[] {
    return this.known
      .filter((term) => term.parent === parent && !this.placed[parent as 0 | 1].includes(term))
      .sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : one.id - other.id))
  }

  order(parent: number): number[] {
    const all = [...this.placed[parent as 0 | 1], ...this.unplaced(parent)]
    return all.filter(({ isTrashed }) => !isTrashed).map(({ id }) => id)
  }

  leave(term: Known): void {
    const placed = this.placed[term.parent as 0 | 1]
    if (placed.includes(term)) placed.splice(placed.indexOf(term), 1)
  }

  place(term: Known, beside: Known, isAfter: boolean): void {
    this.leave(term)
    term.parent = beside.parent
    const placed = this.placed[beside.parent as 0 | 1]
    if (!placed.includes(beside)) {
      const others = this.unplaced(beside.parent).filter((one) => one !== term && !one.isTrashed)
      const end = others.indexOf(beside) + (isAfter ? 1 : 0)
      placed.push(...others.slice(0, end), term)
    } else placed.splice(placed.indexOf(beside) + (isAfter ? 1 : 0), 0, term)
  }
}

describe('The manual order', () => {
  let service: Service
  let types = 0
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const send = async (path: string, json: object = {}) =>
    dataOf(await service.call('POST', `/api/taxonomies/${path}`, { json }))

  it('is that of lists in memory, after any steps', { timeout: 600_000 }, async () => {
    const run = async (steps: Step[]) => {
      types += 1
      const type = `order-${types}-${next()}`
      await make(service, 'taxonomy-types', { name: type, slug: type })
      const parents: Item[] = []
      for (const name of ['One', 'Other']) parents.push(await make(service, 'taxonomies', { name, type }))
      const model = new Model()
      const create = async (parent: number, name: string) => {
        const { id } = await make(service, 'taxonomies', {
          name,
          slug: `${type}-${next()}`,
          type,
          parent: parents[parent]?.id,
        })
        model.add(id, name, parent)
      }
      for (const name of ['f', 'b', 'd', 'a', 'e', 'c']) await create(0, name)
      for (const name of ['y', 'x']) await create(1, name)
      for (const each of steps) await take(each, { model, parents, create })
      for (const parent of [0, 1]) {
        const query = { type, parent: String(parents[parent]?.id), order: 'position', per_page: '100' }
        const { list } = dataOf(await service.call('GET', '/api/taxonomies/tree', { query }))
        assert.deepEqual(
          list.data.map(({ id }: Item) => id),
          model.order(parent),
        )
      }
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), run), { numRuns: 12 })
  })

  interface World {
    model: Model
    parents: Item[]
    create: (parent: number, name: string) => Promise<void>
  }

  async function take(each: Step, { model, parents, create }: World): Promise<void> {
    const at = (place: number, some: Known[]) => some[place % some.length] as Known
    const live = model.known.filter(({ isTrashed }) => !isTrashed)
    if (each.do === 'create') return create(each.index % 2, `n${next()}`)
    if (each.do === 'restore') {
      const trashed = model.known.filter(({ isTrashed }) => isTrashed)
      if (trashed.length === 0) return
      const term = at(each.index, trashed)
      await send(`id/${term.id}/restore`)
      term.isTrashed = false
      return
    }
    const term = at(each.index, live)
    if (each.do === 'trash') {
      if (live.length < 4) return
      await send(`id/${term.id}/delete`)
      term.isTrashed = true
    } else if (each.do === 'move') {
      const parent = 1 - term.parent
      await send(`id/${term.id}/update`, { parent: parents[parent]?.id })
      model.leave(term)
      term.parent = parent
    } else {
      const beside = at(each.do === 'place' ? each.beside : 0, live)
      if (beside === term) return
      const isAfter = each.do === 'squeeze' || each.isAfter
      await send(`id/${term.id}/move`, { [isAfter ? 'after' : 'before']: beside.id })
      model.place(term, beside, isAfter)
    }
  }

  it('has positions between others that fit, in order, or none', () => {
    const bound = fc.option(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), { nil: undefined })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), bound, bound, (count, one, other) => {
        const [low, high] =
          one !== undefined && other !== undefined && one > other ? [other, one] : [one, other]
        const positions = spread(count, low, high)
        if (!positions) return assert.ok(low !== undefined && high !== undefined)
        const all = [...(low === undefined ? [] : [low]), ...positions, ...(high === undefined ? [] : [high])]
        assert.ok(all.every((position, index) => index === 0 || position > (all[index - 1] as number)))
        assert.ok(all.every(Number.isSafeInteger))
        assert.equal(positions.length, count)
      }),
    )
  })
})
