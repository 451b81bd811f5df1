import { join } from 'node:path'
import files from '@fastify/static'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Brand, LOGO_PATH, styleOf } from '../brand/brand.ts'
import type { ResourceRegistry } from '../crud/define/resource.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { originOf } from '../http/request/authenticate.ts'
import type { MethodRegistry } from '../http/server/methods.ts'
import { type Asset, makeAsset, sendAsset } from './assets.ts'
import { ACCOUNT_PAGES, type ConsolePages, SECTIONS, takesPage } from './console/serve.ts'
import { descriptionAt } from './description.ts'
import { LOGO_POLICY, PAGE_POLICY, REFERENCE_POLICY } from './security.ts'

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** First path segments that are not pages of the console. */
const NOT_CONSOLE = new Set(['api', 'assets', 'docs'])

/** Shows browsers a page for an unknown address. Other clients get the usual refusal from later handlers. */
export function showUnknownPages(app: FastifyInstance, { notFound }: ConsolePages): void {
  app.addHook('onRequest', async (request, reply) => {
    const [, first = ''] = request.url.split(/[/?#]/)
    const isOurs = NOT_CONSOLE.has(first.toLowerCase())
    if (request.is404 && !isOurs && takesPage(request)) return notFound(request, reply)
  })
}

/** Serves the API's description, the reference and the console. */
export async function servePages(
  app: FastifyInstance,
  registry: ResourceRegistry,
  endpoints: readonly Endpoint[],
  {
    publicUrl,
    brand,
    allow,
    page,
    accountPage,
    asset,
  }: MethodRegistry & ConsolePages & { publicUrl: string | undefined; brand: Brand },
): Promise<void> {
  // Serves only the files named below.
  await app.register(files, {
    root: join(import.meta.dirname, 'files'),
    serve: false,
    preCompressed: true,
  })
  const describeAt = descriptionAt(registry, endpoints)
  const serve = (path: string, send: Send) => {
    app.get(path, { config: { access: 'public' } }, send)
    allow(path, new Set(['GET', 'HEAD']))
  }
  const servePage = (path: string, file: string, policy = PAGE_POLICY) =>
    serve(path, async (_request, reply) => reply.header('content-security-policy', policy).sendFile(file))

  serve('/', page)
  for (const section of SECTIONS) {
    serve(`/${section}`, page)
    serve(`/${section}/*`, page)
  }
  for (const name of ACCOUNT_PAGES) serve(`/${name}`, accountPage)
  serve('/assets/:file', asset)
  serve('/openapi.json', async (request, reply) => {
    const baseUrl = publicUrl ?? originOf(request)
    return sendAsset(await describeAt(baseUrl), request, reply)
  })
  servePage('/docs', 'docs.html', REFERENCE_POLICY)
  servePage('/docs/docs.js', 'docs.js')
  serve('/docs/reference.js', async (request, reply) => {
    referenceScript ??= loadReferenceScript()
    return sendAsset(await referenceScript, request, reply)
  })
  await serveBrand(brand, serve)
  servePage('/favicon.svg', 'favicon.svg')
  servePage('/notice.css', 'notice.css')
  servePage('/building.js', 'building.js')
}

/** The colours of the pages for signing in, and the logo. */
async function serveBrand(brand: Brand, serve: (path: string, send: Send) => void): Promise<void> {
  const style = await makeAsset(styleOf(brand), 'text/css; charset=utf-8')
  serve('/brand.css', async (request, reply) => sendAsset(style, request, reply))
  if (!brand.logo) return
  const logo = await makeAsset(brand.logo.content, brand.logo.type)
  serve(LOGO_PATH, async (request, reply) =>
    sendAsset(logo, request, reply.header('content-security-policy', LOGO_POLICY)),
  )
}

/** The browser script of the reference, from the installed package. It is large, so it is loaded on the first request. */
let referenceScript: Promise<Asset> | undefined

const REFERENCE_ROUTE = '/reference'

/** The package provides its script only to a Fastify app; this one never listens. */
async function loadReferenceScript(): Promise<Asset> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, { routePrefix: REFERENCE_ROUTE, configuration: { url: 'openapi.json' } })
  const { statusCode, payload } = await app.inject(`${REFERENCE_ROUTE}/js/scalar.js`)
  await app.close()
  if (statusCode !== 200) throw new Error(`The reference's package has no script: ${statusCode}.`)
  return makeAsset(payload, 'text/javascript; charset=utf-8')
}
