import Fastify from 'fastify'
import { type Asset, makeAsset } from './assets.ts'

let bundle: Promise<Asset> | undefined

/** The browser script of the reference, from the installed package. It is large, so it is loaded on the first request. */
export function referenceBundle(): Promise<Asset> {
  bundle ??= loadBundle()
  return bundle
}

const ROUTE = '/reference'

/** The package provides its script only to a Fastify app; this one never listens. */
async function loadBundle(): Promise<Asset> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, { routePrefix: ROUTE, configuration: { url: 'openapi.json' } })
  const { statusCode, payload } = await app.inject(`${ROUTE}/js/scalar.js`)
  await app.close()
  if (statusCode !== 200) throw new Error(`The reference's package has no script: ${statusCode}.`)
  return makeAsset(payload, 'text/javascript; charset=utf-8')
}
