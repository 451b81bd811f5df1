import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { type Asset, makeAsset, sendAsset } from '../assets.ts'
import { CONSOLE_POLICY, PAGE_POLICY } from '../security.ts'
import { type Console, consoleWatcher } from './builds.ts'

/** The first parts of the console's addresses: its script shows the page. */
export const SECTIONS = [
  'login',
  'signup',
  'setup',
  'registrations',
  'users',
  'roles',
  'permissions',
  'matrix',
  'taxonomies',
  'taxonomy-types',
  'trash',
] as const

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const FILES = join(import.meta.dirname, '../files')

const NOT_BUILT: Record<Exclude<Console['state'], 'built'>, string> = {
  building: 'building.html',
  failed: 'not-built.html',
  absent: 'not-built.html',
}

export interface ConsolePages {
  /** The console's one page, under each of its addresses. */
  page: Send
  /** The same page where nothing is: it says so, with a way back. */
  notFound: Send
  /** The files that it loads. */
  asset: Send
}

export function consolePages(): ConsolePages {
  const look = consoleWatcher()
  const pages = new Map<string, Promise<Asset>>()
  const pageOf = (file: string, up: string) => {
    const key = `${file} ${up}`
    const made = pages.get(key) ?? pageFrom(file, up)
    pages.set(key, made)
    return made
  }

  const send = async (status: number, up: string, request: FastifyRequest, reply: FastifyReply) => {
    const current = await look()
    if (current.state === 'built') {
      reply.header('content-security-policy', CONSOLE_POLICY)
      return sendAsset(await pageOf(join(current.folder, 'index.html'), up), request, reply.code(status))
    }
    const { plain, type } = await pageOf(join(FILES, NOT_BUILT[current.state]), up)
    const headers = { 'content-security-policy': PAGE_POLICY, 'retry-after': '2' }
    return reply.code(503).headers(headers).type(type).send(plain)
  }

  const notFound: Send = async (request, reply) => {
    const up = takesPage(request) ? wayUp(request.url) : undefined
    if (up === undefined) throw new Refusal(404, 'not_found', say`There is no such page.`)
    return send(404, up, request, reply.header('vary', 'accept'))
  }

  const page: Send = async (request, reply) => {
    const up = isAddress(request.url) ? wayUp(request.url) : undefined
    return up === undefined ? notFound(request, reply) : send(200, up, request, reply)
  }

  const asset: Send = async (request, reply) => {
    const { file } = request.params as { file: string }
    const current = await look()
    // A page of an earlier build asks for a part that is no more: it is told so, and loads itself again.
    if (current.state !== 'built' || !/^[\w-]+(\.[\w-]+)*\.(js|css|woff2|svg)$/.test(file)) {
      throw new Refusal(404, 'not_found', say`There is no such file.`)
    }
    return reply.sendFile(file, join(current.folder, 'assets'), { immutable: true, maxAge: '1y' })
  }
  return { page, notFound, asset }
}

const DEEPEST = 8

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] as string

/** What the console's own addresses are made of. */
const isAddress = (url: string): boolean => /^(\/[\w-]*)+$/.test(pathOf(url))

/** Does a browser ask, for somebody to look at? Clients of the API take anything or JSON. */
export const takesPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false)

/** Parts of a path that somebody on the way may read as a way up or as several parts. */
const AMBIGUOUS = /\\|%2f|%5c|\/(\.|%2e)+(\/|$)/i

/**
 * From an address to the service's root: `../` for `/users/1`. Relative, since the service may be published under a path
 * of its own, which it does not know. None from where nothing of ours is that deep, or where it is not sure how deep.
 */
function wayUp(url: string): string | undefined {
  const path = pathOf(url)
  const depth = path.split('/').length - 2
  if (depth > DEEPEST || AMBIGUOUS.test(path)) return undefined
  return depth === 0 ? './' : '../'.repeat(depth)
}

async function pageFrom(file: string, up: string): Promise<Asset> {
  const html = await readFile(file, 'utf8')
  return makeAsset(html.replaceAll('="./', `="${up}`), 'text/html; charset=utf-8')
}
