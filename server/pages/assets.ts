import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Content that is made once and cached, plain and compressed. */
export interface Asset {
  type: string
  plain: Buffer
  zipped: Buffer
  etag: string
}

const compress = promisify(gzip)

export async function makeAsset(content: string | Buffer, type: string): Promise<Asset> {
  const plain = Buffer.from(content)
  return { type, plain, zipped: await compress(plain), etag: `W/"${hash('sha1', plain, 'base64url')}"` }
}

/** Browsers revalidate their copy on each request (`no-cache`). */
export function sendAsset(
  { type, plain, zipped, etag }: Asset,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  // Keeps earlier values of `vary`, such as `origin`.
  const vary = [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', ')
  reply.type(type).header('vary', vary)
  // Not-found pages must not be cached.
  if (reply.statusCode === 200) {
    reply.headers({ etag, 'cache-control': 'no-cache' })
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  }
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(
    String(request.headers['accept-encoding'] ?? ''),
  )
  return takesGzip ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain)
}
