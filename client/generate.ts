/** Makes src/api.ts of the API's description: `npm run generate -w client`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTypescript, { astToString } from 'openapi-typescript'

const DESCRIPTION = new URL('../api/openapi.json', import.meta.url)
export const TYPES = fileURLToPath(new URL('src/api.ts', import.meta.url))

/** The client speaks JSON; examples, and the same bodies as forms, would make the types five times as long. */
const LEFT_OUT = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'example', 'examples'])

function needed(name: string, value: unknown): unknown {
  if (LEFT_OUT.has(name)) return undefined
  const { anyOf } = (value ?? {}) as { anyOf?: object[] }
  // Only calls with this parameter have such an answer. A union would burden all others.
  const answers = Array.isArray(anyOf) ? anyOf.filter((one) => !('x-with-parameter' in one)) : undefined
  if (answers === undefined || answers.length === anyOf?.length) return value
  return answers.length === 1 ? answers[0] : { ...(value as object), anyOf: answers }
}

/** The types of the description, as the source of a module. */
export async function typesOfDescription(): Promise<string> {
  const description = JSON.parse(readFileSync(DESCRIPTION, 'utf8'))
  const nodes = await openapiTypescript(JSON.parse(JSON.stringify(description, needed)))
  return `/** Made by openapi-typescript of api/openapi.json: \`npm run generate -w client\`. */\n\n${astToString(nodes)}`
}

if (import.meta.main) writeFileSync(TYPES, await typesOfDescription())
