import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
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

/** The console's one page, under each of its addresses, and the files that it loads. */
export function consolePages(): { page: Send; asset: Send } {
  const look = consoleWatcher()
  const pages = new Map<string, Promise<Asset>>()
  const pageOf = (file: string, up: string) => {
    const key = `${file} ${up}`
    const made = pages.get(key) ?? pageFrom(file, up)
    pages.set(key, made)
    return made
  }

  const page: Send = async (request, reply) => {
    const current = await look()
    const up = wayUp(request.url)
    if (current.state === 'built') {
      reply.header('content-security-policy', CONSOLE_POLICY)
      return sendAsset(await pageOf(join(current.folder, 'index.html'), up), request, reply)
    }
    const { plain, type } = await pageOf(join(FILES, NOT_BUILT[current.state]), up)
    const headers = { 'content-security-policy': PAGE_POLICY, 'retry-after': '2' }
    return reply.code(503).headers(headers).type(type).send(plain)
  }

  const asset: Send = async (request, reply) => {
    const { file } = request.params as { file: string }
    const current = await look()
    // A page of an earlier build asks for a part that is no more: it is told so, and loads itself again.
    if (current.state !== 'built' || !/^[\w-]+(\.[\w-]+)*\.(js|css|woff2|svg)$/.test(file)) {
      throw new Refusal(404, 'not_found', 'There is no such file.')
    }
    return reply.sendFile(file, join(current.folder, 'assets'), { immutable: true, maxAge: '1y' })
  }
  return { page, asset }
}

const DEEPEST = 8

/**
 * From an address of the console to the service's root: `../` for `/users/1`. Relative, since the service may be
 * published under a path of its own, which it does not know.
 * @throws Refusal 404 for what is no address of the console, `..` in it above all
 */
function wayUp(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  const depth = path.split('/').length - 2
  if (depth > DEEPEST || !/^(\/[\w-]*)+$/.test(path)) {
    throw new Refusal(404, 'not_found', 'There is no such page.')
  }
  return depth === 0 ? './' : '../'.repeat(depth)
}

async function pageFrom(file: string, up: string): Promise<Asset> {
  const html = await readFile(file, 'utf8')
  return makeAsset(html.replaceAll('="./', `="${up}`), 'text/html; charset=utf-8')
}
