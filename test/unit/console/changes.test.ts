// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { mutationCache, PREVIEW } from '../../../console/src/api/changes.ts'
import { eventually } from '../../support/eventually.ts'

/** A query whose requests are answered by hand, in any order. */
function makeQuery(queries: QueryClient, queryKey: string[], isShown = true) {
  const requests: { answer: (data: string) => void; signal: AbortSignal }[] = []
  const options = {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      new Promise<string>((answer) => requests.push({ answer, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  }
  const observer = new QueryObserver(queries, options)
  const leave = isShown ? observer.subscribe(() => undefined) : () => undefined
  return { options, requests, leave, data: () => queries.getQueryData(queryKey) }
}

function makeClient() {
  const queries: QueryClient = new QueryClient({ mutationCache: mutationCache(() => queries) })
  const change = (meta = {}, act: () => Promise<unknown> = async () => 'changed') =>
    queries.getMutationCache().build(queries, { mutationFn: act, meta }).execute(undefined)
  return { queries, change }
}

describe('a change in the console', () => {
  it('aborts and repeats the first fetch of a query: its response may be older than the change', async () => {
    const { queries, change } = makeClient()
    const { requests, data, leave } = makeQuery(queries, ['roles'])
    await change()
    assert.equal(requests.length, 2)
    assert.equal(requests[0]?.signal.aborted, true)
    requests[0]?.answer('before')
    requests[1]?.answer('after')
    await eventually(() => data() !== undefined)
    assert.equal(data(), 'after')
    leave()
  })

  it('that waits succeeds after the refetch', async () => {
    const { queries, change } = makeClient()
    const { requests, data, leave } = makeQuery(queries, ['grants'])
    const changing = change({ waits: true })
    await eventually(() => requests.length === 2)
    requests[1]?.answer('after')
    await changing
    assert.equal(data(), 'after')
    leave()
  })

  it('gives whoever waits for a query the new response', async () => {
    const { queries, change } = makeClient()
    const { options, requests, leave } = makeQuery(queries, ['me'])
    const waiting = queries.fetchQuery(options)
    await change()
    requests[1]?.answer('after')
    assert.equal(await waiting, 'after')
    leave()
  })

  it('makes cached data stale, and keeps no response of a request that nobody waits for any more', async () => {
    const { queries, change } = makeClient()
    const { options, requests, data } = makeQuery(queries, ['users'], false)
    const prefetched = queries.prefetchQuery(options)
    await change()
    requests[0]?.answer('before')
    await prefetched
    assert.equal(data(), undefined)
    queries.setQueryData(['permissions'], 'cached')
    await change()
    assert.equal(queries.getQueryState(['permissions'])?.isInvalidated, true)
  })

  it('that fails refetches nothing unless it asks to: a form needs the ETag that it was filled with', async () => {
    const { queries, change } = makeClient()
    const { requests, data, leave } = makeQuery(queries, ['users', '5'])
    requests[0]?.answer('before')
    await eventually(() => data() !== undefined)
    const refuse = () => Promise.reject(new Error('refused'))
    await assert.rejects(change({}, refuse))
    assert.equal(requests.length, 1)
    assert.equal(queries.getQueryState(['users', '5'])?.isInvalidated, false)
    await assert.rejects(change({ refetchesOnError: true }, refuse))
    assert.equal(requests.length, 2)
    leave()
  })

  it('repeats the request of a preview that is loading: its dialog was opened meanwhile', async () => {
    const { queries, change } = makeClient()
    const { requests, data, leave } = makeQuery(queries, [PREVIEW, '7'])
    await change()
    assert.equal(requests.length, 2)
    requests[1]?.answer('after')
    await eventually(() => data() !== undefined)
    assert.equal(data(), 'after')
    leave()
  })

  it('does not refetch what it deleted, nor its preview, unless it fails', async () => {
    const { queries, change } = makeClient()
    const gone = makeQuery(queries, ['roles', '5'])
    const preview = makeQuery(queries, [PREVIEW, '5'])
    const other = makeQuery(queries, ['roles'])
    const all = [gone, preview, other]
    for (const { requests } of all) requests[0]?.answer('before')
    await eventually(() => all.every(({ data }) => data() !== undefined))
    const meta = { isGone: (key: readonly unknown[]) => key[1] === '5' && key[0] === 'roles' }
    await change(meta)
    assert.deepEqual(
      all.map(({ requests }) => requests.length),
      [1, 1, 2],
    )
    await assert.rejects(
      change({ ...meta, refetchesOnError: true }, () => Promise.reject(new Error('refused'))),
    )
    assert.deepEqual(
      all.map(({ requests }) => requests.length),
      [2, 2, 3],
    )
    for (const { leave } of all) leave()
  })
})
