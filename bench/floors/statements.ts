import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Request } from '../load/load.ts'
import { reads } from '../operations/index.ts'
import type { Statement } from '../operations/operation.ts'
import { bareApp, type Captured, capture, prefixOf, refuseUnlessSame, type Variant } from './app.ts'
import type { Prepare, Row } from './engines.ts'
import { itemAnswer, pageAnswer } from './schemas.ts'

/** How many responses are compared with the service's before the measurement. */
const COMPARED = 25

/** Routes that run one prepared statement each, and serialize its rows with the response schema. */
export function statementsFloor(prepare: Prepare): { app: FastifyInstance; learn: typeof learn } {
  const app = bareApp()
  let headers: Captured['headers'] = {}
  /** The page object without its rows. */
  const frames = new Map<string, Row>()

  for (const [index, { floor, route }] of reads.entries()) {
    if (floor.kind !== 'statement') continue
    const { statement } = floor
    const run = prepare(statement)
    for (const variant of ['same', 'bare'] as const) {
      const start = prefixOf(index, variant)
      app.get(
        start + route,
        { schema: { response: { 200: answerOf(statement) } } },
        handlerOf(statement, run, variant, start.length),
      )
    }
  }

  function handlerOf(
    { values, fills, counts }: Statement,
    run: ReturnType<Prepare>,
    variant: Variant,
    skip: number,
  ) {
    const answer = (request: FastifyRequest, reply: FastifyReply, rows: Row[]) => {
      if (variant === 'same') reply.headers(headers)
      const data = fills === 'item' ? rows[0] : { list: pageOf(request.url.slice(skip), rows, counts) }
      reply.send({ success: true, status: 'success', data })
    }
    return (request: FastifyRequest, reply: FastifyReply) => {
      const rows = run(values(request.params as Given, request.query as Given))
      if (Array.isArray(rows)) answer(request, reply, rows)
      // PostgreSQL's rows arrive later.
      else rows.then((rows) => answer(request, reply, rows)).catch((error) => reply.send(error))
    }
  }

  const pageOf = (path: string, rows: Row[], counts = false) => ({
    ...frames.get(path),
    data: rows,
    ...(counts && { total: rows[0]?.total }),
  })

  async function learn(index: number, origin: string, requests: readonly Request[]): Promise<void> {
    const [first] = requests as [Request]
    headers = (await capture(origin, first)).headers
    frames.clear()
    for (const [number, { path, ...request }] of requests.entries()) {
      const isPage = reads[index]?.floor.kind === 'statement' && path.includes('?')
      if (!isPage && number >= COMPARED) return
      const { body } = await capture(origin, { path, ...request })
      const { data: _, ...frame } = JSON.parse(body).data.list ?? {}
      frames.set(path, frame)
      if (number < COMPARED) await refuseUnlessSame(app, prefixOf(index, 'same') + path, body)
    }
  }
  return { app, learn }
}

type Given = Record<string, string>

const answerOf = ({ fills, schema }: Statement) =>
  fills === 'item' ? itemAnswer(schema) : pageAnswer(schema)
