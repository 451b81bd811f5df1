/** Makes src/description.ts of the API's description: `npm run generate -w ra-data-provider`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const DESCRIPTION = new URL('../api/openapi.json', import.meta.url)
export const FIELDS = fileURLToPath(new URL('src/description.ts', import.meta.url))

interface Json {
  [key: string]: Json
}

/** The names that each resource's list takes, its records have, and its update takes: as the source of a module. */
export function fieldsOfDescription(): string {
  const document = JSON.parse(readFileSync(DESCRIPTION, 'utf8')) as Json
  const resources = Object.keys(document.paths as Json).flatMap(
    (path) => /^\/api\/([\w-]+)\/\{id\}$/.exec(path)?.[1] ?? [],
  )
  const described = Object.fromEntries(resources.map((name) => [name, describe(document, name)]))
  return `/** Made of api/openapi.json: \`npm run generate -w ra-data-provider\`. */
export interface Described {
  /** Parameters of its list. */
  lists: readonly string[]
  /** Attributes of its records, and relations that may be included. */
  reads: readonly string[]
  /** Fields that a create or an update takes; none where neither is there. */
  writes?: readonly string[]
}

export const description: Readonly<Record<string, Described>> = ${JSON.stringify(described, undefined, 2)}
`
}

function describe(document: Json, name: string) {
  const at = (json: Json | undefined, ...path: string[]) =>
    path.reduce((inside, part) => resolved(document, inside?.[part]), resolved(document, json))
  const list = at(document, 'paths', `/api/${name}`, 'get', 'parameters') as unknown as Json[]
  const one = at(document, 'paths', `/api/${name}/{id}`)
  const JSON_BODY = ['content', 'application/json', 'schema']
  const update = at(one, 'patch', 'requestBody', ...JSON_BODY, 'properties')
  return {
    lists: list.flatMap(({ name }) => (typeof name === 'string' ? [name] : [])),
    reads: Object.keys(
      at(one, 'get', 'responses', '200', ...JSON_BODY, 'properties', 'data', 'properties') as Json,
    ),
    ...(update && { writes: Object.keys(update) }),
  }
}

function resolved(document: Json, json: Json | undefined): Json | undefined {
  const reference = json?.$ref as string | undefined
  if (reference === undefined) return json
  return reference
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((inside, part) => inside?.[part], document)
}

if (import.meta.main) writeFileSync(FIELDS, fieldsOfDescription())
