import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { type Language, languageOf } from '../../messages/languages.ts'
import { say } from '../../messages/say.ts'
import { type Asset, makeAsset, sendAsset } from '../assets.ts'
import { CONSOLE_POLICY, PAGE_POLICY } from '../security.ts'
import { type Console, consoleWatcher } from './builds.ts'

/** First path segments of the console; its script renders the page. */
export const SECTIONS = [
  'login',
  'account',
  'audit',
  'registrations',
  'invitations',
  'users',
  'roles',
  'permissions',
  'mails',
  'matrix',
  'taxonomies',
  'taxonomy-types',
  'trash',
  'webhooks',
] as const

/** Pages for people who are not signed in: an entry of the console's bundle of its own. */
export const ACCOUNT_PAGES: readonly string[] = [
  ...['signin', 'signup', 'verify', 'forgot', 'reset', 'invite', 'change-email', 'setup'],
]

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const FILES = join(import.meta.dirname, '../files')

/** A page in each language. */
const noticeIn = (name: string): Record<Language, string> => ({ en: `${name}.html`, fr: `${name}.fr.html` })

const NOT_BUILT: Record<Exclude<Console['state'], 'built'>, Record<Language, string>> = {
  building: noticeIn('building'),
  failed: noticeIn('not-built'),
  absent: noticeIn('not-built'),
}

const CONSOLE = { file: 'index.html', policy: CONSOLE_POLICY }
const ACCOUNT = { file: 'account.html', policy: PAGE_POLICY }

export interface ConsolePages {
  /** The console's single page, for all of its addresses. */
  page: Send
  /** The single page of {@link ACCOUNT_PAGES}. */
  accountPage: Send
  /** The same page for an unknown address, with status 404. */
  notFound: Send
  /** The files that the page loads. */
  asset: Send
}

export function consolePages(): ConsolePages {
  const currentConsole = consoleWatcher()
  const pages = new Map<string, Promise<Asset>>()
  const pageOf = (file: string, up: string) => {
    const key = `${file} ${up}`
    const cached = pages.get(key) ?? pageFrom(file, up)
    pages.set(key, cached)
    return cached
  }

  const send = async (
    { file, policy }: typeof CONSOLE,
    up: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const current = await currentConsole()
    if (current.state === 'built') {
      reply.header('content-security-policy', policy)
      return sendAsset(await pageOf(join(current.folder, file), up), request, reply)
    }
    const language = languageOf(request.headers['accept-language'])
    const { plain, type } = await pageOf(join(FILES, NOT_BUILT[current.state][language]), up)
    const vary = [reply.getHeader('vary') ?? [], 'accept-language'].flat().join(', ')
    const headers = { 'content-security-policy': PAGE_POLICY, 'retry-after': '2', vary }
    return reply.code(503).headers(headers).type(type).send(plain)
  }

  const notFound: Send = async (request, reply) => {
    const up = takesPage(request) ? pathToRoot(request.url) : undefined
    if (up === undefined) throw new Refusal(404, 'not_found', say`There is no such page.`)
    return send(CONSOLE, up, request, reply.code(404).header('vary', 'accept'))
  }

  const page: Send = async (request, reply) => {
    const up = isAddress(request.url) ? pathToRoot(request.url) : undefined
    return up === undefined ? notFound(request, reply) : send(CONSOLE, up, request, reply)
  }

  const accountPage: Send = (request, reply) => send(ACCOUNT, './', request, reply)

  const asset: Send = async (request, reply) => {
    const { file } = request.params as { file: string }
    const current = await currentConsole()
    // A page of an earlier build may request a missing chunk: on 404, it reloads itself.
    if (current.state !== 'built' || !/^[\w-]+(\.[\w-]+)*\.(js|css|woff2|svg)$/.test(file)) {
      throw new Refusal(404, 'not_found', say`There is no such file.`)
    }
    return reply.sendFile(file, join(current.folder, 'assets'), { immutable: true, maxAge: '1y' })
  }
  return { page, accountPage, notFound, asset }
}

const MAX_DEPTH = 8

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] as string

/** Whether a URL has the form of the console's addresses. */
const isAddress = (url: string): boolean => /^(\/[\w-]*)+$/.test(pathOf(url))

/** Whether a browser requests a page. API clients accept anything or JSON. */
export const takesPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false)

/** Path segments that a proxy may read as `..` or as several segments. */
const AMBIGUOUS = /\\|%2f|%5c|\/(\.|%2e)+(\/|$)/i

/**
 * The relative path to the service's root: `../` for `/users/1`. Relative, as the service may be published under a path
 * prefix that it does not know. Undefined if the URL is deeper than any page, or its depth is ambiguous.
 */
function pathToRoot(url: string): string | undefined {
  const path = pathOf(url)
  const depth = path.split('/').length - 2
  if (depth > MAX_DEPTH || AMBIGUOUS.test(path)) return undefined
  return depth === 0 ? './' : '../'.repeat(depth)
}

async function pageFrom(file: string, up: string): Promise<Asset> {
  const html = await readFile(file, 'utf8')
  return makeAsset(html.replaceAll('="./', `="${up}`), 'text/html; charset=utf-8')
}
