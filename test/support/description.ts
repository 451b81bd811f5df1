import type { IncomingHttpHeaders } from 'node:http'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats'
import { ACCOUNT_PAGES, SECTIONS } from '../../server/pages/console/serve.ts'
import type { Answer } from './answer.ts'
import { apiFile, type Document } from './api-files.ts'
import { sealDocument } from './sealed-document.ts'

/** The parts of a request that decide how it may be answered. */
export interface Called {
  method: string
  /** With or without a query. */
  path: string
  headers?: IncomingHttpHeaders | undefined
}

/** The API's description, against which the service's answers are checked. */
export interface Description {
  document: Document
  /** The faults of an answer, in words; none if it is as described. */
  faultsOf: (called: Called, answer: Answer) => string[]
  /** The faults of a value by the schema at this pointer, such as `#/components/schemas/User`. */
  faultsAt: (pointer: string, value: unknown) => string[]
  /** The template that a path is described under. */
  templateOf: (path: string) => string | undefined
}

const ID = 'https://rolecall.test/openapi.json'
/** A wrong schema has many faults; the first ones show which it is. */
const MAX_FAULTS = 5
/** Characters of a path in a fault. */
const MAX_PATH = 200
const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete']
const ALIAS = /^\/api\/cms\//

export function readDescription(document: Document): Description {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    // Each process compiles a few, large schemas, and runs them some hundred times.
    inlineRefs: false,
    code: { optimize: false },
  })
  formatsModule.default(ajv)
  ajv.addSchema({ ...sealDocument(document), $id: ID })
  const validators = new Map<string, ValidateFunction>()
  const faultsAt = (pointer: string, value: unknown): string[] => {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: ID + pointer })
    validators.set(pointer, validate)
    if (validate(value)) return []
    return (validate.errors ?? [])
      .slice(0, MAX_FAULTS)
      .map(
        ({ instancePath, message, params }) =>
          `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
      )
  }
  const templateOf = templateFinder(Object.keys(document.paths))
  const faultsOf = (called: Called, answer: Answer) => {
    if (isOutsideTheApi(called, answer)) return []
    // Described in the introduction: such a request is refused before its operation is known.
    if ([408, 417, 431].includes(answer.status) && answer.body !== '')
      return faultsAt('#/components/schemas/Failure', answer.body)
    const faults = answersFor(document, templateOf(called.path), called, answer).map((described) => [
      ...headerFaults(described.answer, answer, document),
      ...bodyFaults(described, called.method, answer, faultsAt),
    ])
    const [fewest = ['the status is not described']] = faults.sort((one, other) => one.length - other.length)
    return fewest.map(
      (fault) => `${called.method} ${called.path.slice(0, MAX_PATH)} ${answer.status}: ${fault}`,
    )
  }
  return { document, faultsOf, faultsAt, templateOf }
}

let checkedIn: Description | undefined

/** api/openapi.json, which is read and compiled when it is first needed. */
export function checkedInDescription(): Description {
  checkedIn ??= readDescription(apiFile('openapi.json'))
  return checkedIn
}

interface Asked {
  call: (method: string, path: string, options: { token: null }) => Promise<Answer>
}

/** Reads the description from the service itself. */
export async function descriptionOf(service: Asked): Promise<Description> {
  const { status, body } = await service.call('GET', '/openapi.json', { token: null })
  if (status !== 200) throw new Error(`No description: ${status}`)
  return readDescription(body)
}

interface Described {
  pointer: string
  answer: Document
}

const isPage = (path: string) =>
  /^\/(docs(\/.*)?|assets\/.*|openapi\.json|favicon\.svg|notice\.css|building\.js|brand\.css|brand-logo)?(\?|$)/.test(
    path,
  ) || [...SECTIONS, ...ACCOUNT_PAGES].some((section) => new RegExp(`^/${section}(/.*)?(\\?|$)`).test(path))

/** A browser that opens an unknown address gets a page. */
const isUnknownPage = ({ path, headers: asked }: Called, { status, headers }: Answer) =>
  !/^\/api(\/|$)/i.test(path) &&
  String(asked?.accept).includes('text/html') &&
  [404, 503].includes(status) &&
  headers['content-type'] === 'text/html; charset=utf-8'

/** Pages are for people, and a preflight is for the CORS rules of a browser. */
const isOutsideTheApi = (called: Called, answer: Answer) => {
  const { method, path } = called
  const { status, headers } = answer
  return (
    (isPage(path) && [200, 302, 304, 503].includes(status)) ||
    isUnknownPage(called, answer) ||
    (method === 'OPTIONS' && status === 204 && headers['access-control-allow-methods'] !== undefined)
  )
}

/** The statuses of refusals before any operation is reached. */
const REFUSED_OUTSIDE = ['400', '404', '405', '414', '503']

/** The described answers that may apply. More than one under `X-Http-Status: 200`: the body tells success from failure. */
function answersFor(
  document: Document,
  template: string | undefined,
  called: Called,
  answer: Answer,
): Described[] {
  const method = called.method.toLowerCase()
  const item = template === undefined ? undefined : document.paths[template]
  const operation = METHODS.includes(method) ? item?.[method] : undefined
  const statuses = operation ? Object.keys(operation.responses) : REFUSED_OUTSIDE
  const isMasked = answer.status === 200 && called.headers?.['x-http-status'] === '200'
  const kind = method === 'head' ? /^[245]/ : answer.body?.success === false ? /^[45]/ : /^2/
  return statuses
    .filter((status) => (isMasked ? kind.test(status) : Number(status) === answer.status))
    .map((status) => {
      const ref = operation ? operation.responses[status].$ref : `#/components/responses/${status}`
      return at(document, ref ?? `#/paths/${asPart(template as string)}/${method}/responses/${status}`)
    })
}

export interface Operation {
  /** As `GET /api/users`. */
  name: string
  path: string
  method: string
  operation: Document
}

export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries<Document>(paths).flatMap(([path, item]) =>
    METHODS.filter((key) => item[key]).map((key) => {
      const method = key.toUpperCase()
      return { name: `${method} ${path}`, path, method, operation: item[key] }
    }),
  )

/** The target of a reference, or the node itself. */
export const resolved = (document: Document, node: Document): Document =>
  node.$ref === undefined ? node : at(document, node.$ref).answer

const asPart = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

function at(document: Document, pointer: string): Described {
  const parts = pointer.slice(2).split('/')
  const named = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return { pointer, answer: named.reduce((node, part) => node[part], document) }
}

/** Headers of HTTP, of browser security and of CORS, which any answer may have. */
const HEADERS_OF_ALL =
  /^(content-(type|length)|transfer-encoding|date|connection|keep-alive|vary|cache-control|content-security-policy|referrer-policy|permissions-policy|strict-transport-security|cross-origin-(opener|resource)-policy|origin-agent-cluster|x-(content-type-options|dns-prefetch-control|download-options|frame-options|permitted-cross-domain-policies|xss-protection)|access-control-(allow|expose)-.*)$/

function headerFaults({ headers = {} }: Document, answer: Answer, document: Document): string[] {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  const undescribed = Object.keys(answer.headers).filter(
    (name) => !names.includes(name) && !HEADERS_OF_ALL.test(name),
  )
  const faults = Object.entries<Document>(headers).flatMap(([name, header]) => {
    const value = answer.headers[name.toLowerCase()]
    const { schema, required } = resolved(document, header)
    if (value === undefined) return required ? [`the header ${name} is missing`] : []
    if (schema.type === 'integer' && !/^\d+$/.test(String(value)))
      return [`${name} is no whole number: ${value}`]
    return schema.const !== undefined && value !== schema.const ? [`${name} is ${value}`] : []
  })
  return [...undescribed.map((name) => `the header ${name} is not described`), ...faults]
}

function bodyFaults(
  { pointer, answer: described }: Described,
  method: string,
  { headers, body }: Answer,
  faultsAt: Description['faultsAt'],
): string[] {
  if (described.content === undefined || method === 'HEAD') return body === '' ? [] : ['there is a body']
  const types = Object.keys(described.content).filter((type) => type !== 'application/json')
  if (types.length > 0)
    return types.some((type) => headers['content-type'] === `${type}; charset=utf-8`)
      ? []
      : [`it is ${headers['content-type']}`]
  if (headers['content-type'] !== 'application/json; charset=utf-8')
    return [`it is ${headers['content-type']}`]
  return faultsAt(`${pointer}/content/application~1json/schema`, body)
}

/** Finds the matching template with the longest literal beginning, like routers do. */
function templateFinder(templates: string[]) {
  const rank = (template: string) => template.replaceAll(/\{\w+\}/g, '\uffff')
  const known = templates
    .map((template) => ({ template, pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]*')}$`) }))
    .sort((one, other) => (rank(one.template) < rank(other.template) ? -1 : 1))
  return (path: string) => {
    const plain = (path.split('?', 1)[0] as string).replace(ALIAS, '/api/')
    return known.find(({ pattern }) => pattern.test(plain))?.template
  }
}
