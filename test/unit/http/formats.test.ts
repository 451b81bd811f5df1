// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { Type } from 'typebox'
import { ANONYMOUS } from '../../../server/access/actor.ts'
import type { Ctx } from '../../../server/access/context.ts'
import { AnswerMemory } from '../../../server/capacity/answer-memory.ts'
import { ClientMemory } from '../../../server/capacity/client-memory.ts'
import { ReadLimiter } from '../../../server/capacity/read-limiter.ts'
import { Slices } from '../../../server/capacity/slices.ts'
import { defineEndpoint } from '../../../server/http/endpoint.ts'
import { sendDirectly } from '../../../server/http/response/send.ts'
import { serveEndpoints } from '../../../server/http/routes.ts'

const shared = (name: string) => ({
  name,
  methods: ['GET'] as const,
  path: `/${name}`,
  tag: 'test',
  summary: name,
  access: 'public' as const,
  effect: 'read' as const,
  input: Type.Object({}),
  unknown: 'ignore' as const,
  data: Type.Unknown(),
  refusals: [],
})

async function* parts() {
  yield 'a,b\n'
  yield Buffer.from('c,d\n')
}

const ENDPOINTS = [
  defineEndpoint({ ...shared('envelope'), handle: () => ({ data: { keys: [] } }) }),
  defineEndpoint({ ...shared('plain'), format: 'plain', handle: () => ({ data: { keys: [] } }) }),
  defineEndpoint({
    ...shared('stream'),
    format: 'stream',
    handle: () => ({ data: parts(), headers: { 'content-type': 'text/csv' } }),
  }),
]

/** The endpoints of each format, served without a database. */
function served() {
  const app = Fastify()
  const memory = new ClientMemory(1_000_000)
  serveEndpoints(app, ENDPOINTS, {
    allow: () => undefined,
    publicUrl: undefined,
    tokenUsage: { note: () => undefined },
    tokenLimit: { spend: () => undefined },
    shared: { memory: new AnswerMemory(), reads: new ReadLimiter(), slices: new Slices() },
    send: sendDirectly({
      guards: { 'x-guard': 'on' } as never,
      hasOwn: false,
      isStopping: () => false,
      answered: () => undefined,
      memory,
    }),
    context: () => ({ actor: ANONYMOUS, ip: null, now: () => '' }) as unknown as Ctx,
  })
  return app
}

describe('The format of an endpoint', () => {
  const bodyOf = async (url: string) => {
    const app = served()
    const { statusCode, headers, body } = await app.inject({ url })
    await app.close()
    assert.equal(statusCode, 200, body)
    return { body, type: headers['content-type'] }
  }

  it('is the envelope if it declares none', async () => {
    const { body, type } = await bodyOf('/envelope')
    assert.deepEqual(JSON.parse(body), { success: true, status: 'success', data: { keys: [] } })
    assert.equal(type, 'application/json; charset=utf-8')
  })

  it('plain has no envelope', async () => {
    assert.deepEqual(JSON.parse((await bodyOf('/plain')).body), { keys: [] })
  })

  it('stream has all parts, and its own type', async () => {
    assert.deepEqual(await bodyOf('/stream'), { body: 'a,b\nc,d\n', type: 'text/csv' })
  })
})
