// Engines: none
import assert from 'node:assert/strict'
import dns, { type LookupAddress } from 'node:dns'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { NameLookups } from '../../../server/webhooks/name-lookups.ts'

const TIMEOUT_MS = 15_000

describe('The lookups of names', () => {
  let time: number
  let names: NameLookups
  /** Lookups that the system makes, in their order, and not answered yet. */
  let asked: { name: string; answer: (error: Error | null, addresses?: LookupAddress[]) => void }[]
  /** What the callers got. */
  let got: string[]
  beforeEach(() => {
    time = Date.parse('2026-11-26T12:00:00.000Z')
    names = new NameLookups(() => new Date(time).toISOString(), TIMEOUT_MS)
    asked = []
    got = []
    mock.method(dns, 'lookup', ((name: string, options: { all: boolean }, answer: never) => {
      assert.equal(options.all, true)
      asked.push({ name, answer })
    }) as never)
  })
  afterEach(() => mock.restoreAll())

  const find = (name: string) =>
    names.find(name, {}, (error, addresses) => {
      got.push(`${name} ${error ? error.code : addresses.map(({ address }) => address)}`)
    })
  const running = () => asked.map(({ name }) => name)

  /** The system answers the first lookup of a name. */
  function answer(name: string, { code, ms = 0 }: { code?: string; ms?: number } = {}): void {
    time += ms
    const index = asked.findIndex((one) => one.name === name)
    const [one] = asked.splice(index, 1)
    if (code !== undefined) one?.answer(Object.assign(new Error(code), { code }), [])
    else one?.answer(null, [{ address: '192.0.2.1', family: 4 }])
  }

  it('of new names are two at once, and one for all who ask for a name', () => {
    for (const name of ['a', 'a', 'b', 'c', 'a', 'c']) find(name)
    assert.deepEqual(running(), ['a', 'b'])
    answer('a')
    assert.deepEqual(got, ['a 192.0.2.1', 'a 192.0.2.1', 'a 192.0.2.1'])
    assert.deepEqual(running(), ['b', 'c'])
    answer('c')
    assert.equal(got.length, 5)
  })

  it('are made again for each connection after a success', () => {
    find('a')
    answer('a')
    find('a')
    assert.deepEqual(running(), ['a'])
  })

  it('are not made again for 30 seconds after a failure', async () => {
    find('a')
    answer('a', { code: 'ENOTFOUND' })
    time += 29_000
    find('a')
    assert.deepEqual(running(), [])
    await Promise.resolve()
    assert.deepEqual(got, ['a ENOTFOUND', 'a ENOTFOUND'])
    time += 1000
    find('a')
    assert.deepEqual(running(), ['a'])
  })

  it('of new names leave one of the three to names whose last lookup was quick', () => {
    find('quick')
    answer('quick')
    for (const name of ['new-dead', 'new-gone', 'new-lost']) find(name)
    find('quick')
    assert.deepEqual(running(), ['new-dead', 'new-gone', 'quick'])
    answer('quick')
    find('quick')
    assert.deepEqual(running(), ['new-dead', 'new-gone', 'quick'])
  })

  it('are three at once of names whose last lookup was quick', () => {
    const names = ['a', 'b', 'c', 'd']
    for (const name of names) {
      find(name)
      answer(name)
    }
    for (const name of names) find(name)
    assert.deepEqual(running(), ['a', 'b', 'c'])
  })

  it('of names that were slow leave two of the three to the others', () => {
    for (const name of ['dead', 'gone']) {
      find(name)
      answer(name, { code: 'EAI_AGAIN', ms: 10_000 })
    }
    time += 30_000
    for (const name of ['dead', 'gone', 'a', 'b']) find(name)
    assert.deepEqual(running(), ['dead', 'a'])
    answer('a')
    assert.deepEqual(running(), ['dead', 'b'])
    answer('dead')
    assert.deepEqual(running(), ['b', 'gone'])
    // It is slow no longer.
    find('dead')
    answer('b')
    assert.deepEqual(running(), ['gone', 'dead'])
  })

  it('begin with names whose last lookup was quick', () => {
    find('quick')
    answer('quick')
    names.expectSlow('quick')
    for (const name of ['new', 'newer', 'newest', 'quick']) find(name)
    assert.deepEqual(running(), ['new', 'newer', 'quick'])
  })

  it('of names that are expected to be slow count as slow until the first one', () => {
    for (const name of ['dead', 'gone']) names.expectSlow(name)
    for (const name of ['dead', 'gone']) find(name)
    assert.deepEqual(running(), ['dead'])
  })

  it('are not made for requests that have timed out', () => {
    for (const name of ['a', 'b', 'c']) find(name)
    time += 10_000
    find('d')
    time += 5000
    answer('a')
    assert.deepEqual(running(), ['b', 'd'])
    assert.deepEqual(got, ['a 192.0.2.1', 'c ETIMEDOUT'])
  })
})
