import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats'
import { sealDocument } from './sealed.ts'
import type { Answer, CallOptions, Service } from './service.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into by tests, which fail where they guess wrong.
export type Document = any

interface Called {
  method: string
  /** With or without a query. */
  path: string
  headers?: Record<string, string> | undefined
}

/** The API's description as a judge of what the service really answers. */
export interface Description {
  document: Document
  /** What is wrong with an answer, in words; nothing where it is as described. */
  faultsOf: (called: Called, answer: Answer) => string[]
  /** What is wrong with a value by the schema at this pointer, such as `#/components/schemas/User`. */
  faultsAt: (pointer: string, value: unknown) => string[]
  /** The template that a path is described under. */
  templateOf: (path: string) => string | undefined
}

const ID = 'https://rolecall.test/openapi.json'
/** A wrong schema has many; the first tell which. */
const MAX_FAULTS = 5
const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete']
const ALIAS = /^\/api\/cms\//

export function readDescription(document: Document): Description {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, validateFormats: true })
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
    const template = templateOf(called.path)
    const described = answerFor(document, template, called, answer)
    if (typeof described === 'string') return [`${called.method} ${called.path}: ${described}`]
    return [
      ...headerFaults(described.answer, answer, document),
      ...bodyFaults(described, called.method, answer, faultsAt),
    ].map((fault) => `${called.method} ${called.path} ${answer.status}: ${fault}`)
  }
  return { document, faultsOf, faultsAt, templateOf }
}

/** Reads the description from the service itself. */
export async function descriptionOf(service: Service): Promise<Description> {
  const { status, body } = await service.call('GET', '/openapi.json', { token: null })
  if (status !== 200) throw new Error(`No description: ${status}`)
  return readDescription(body)
}

/** From now on, a call of the service whose answer is not as described throws. */
export function holdToDescription(service: Service, description: Description): void {
  const { call } = service
  service.call = async (method: string, path: string, options: CallOptions = {}) => {
    const answer = await call(method, path, options)
    const faults = description.faultsOf({ method, path, headers: options.headers }, answer)
    if (faults.length > 0) throw new Error(`Not as described:\n${faults.join('\n')}`)
    return answer
  }
}

interface Described {
  pointer: string
  answer: Document
}

/** Where the answer is described, or why it is nowhere. */
function answerFor(document: Document, template: string | undefined, called: Called, answer: Answer) {
  const refusal = (status: number) => at(document, `#/components/responses/${status}`)
  const isRefused = (status: number) =>
    answer.status === status || (isMasked(called, answer) && answer.body?.success === false)
  if (template === undefined) return isRefused(404) ? refusal(404) : 'the path is not described'
  const item = document.paths[template]
  const method = called.method.toLowerCase()
  const operation = METHODS.includes(method) ? item[method] : undefined
  if (operation === undefined) return isRefused(405) ? refusal(405) : 'the method is not described'
  const status = realStatus(operation, called, answer)
  const found = operation.responses[status]
  if (found === undefined) return `the status ${status} is not described`
  return at(document, found.$ref ?? `#/paths/${asPart(template)}/${method}/responses/${status}`)
}

/** Under `X-Http-Status: 200` the body alone tells success from failure. */
const isMasked = ({ headers = {} }: Called, { status }: Answer) =>
  status === 200 &&
  Object.entries(headers).some(([name, value]) => /^x-http-status$/i.test(name) && value === '200')

function realStatus(operation: Document, called: Called, answer: Answer): number | string {
  if (!isMasked(called, answer)) return answer.status
  if (answer.body?.success === false) return 400
  return Object.keys(operation.responses).find((each) => each.startsWith('2')) as string
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

/** What a reference names, or the node itself. */
export const resolved = (document: Document, node: Document): Document =>
  node.$ref === undefined ? node : at(document, node.$ref).answer

const asPart = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

function at(document: Document, pointer: string): Described {
  const parts = pointer.slice(2).split('/')
  const named = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return { pointer, answer: named.reduce((node, part) => node[part], document) }
}

function headerFaults({ headers = {} }: Document, answer: Answer, document: Document): string[] {
  return Object.entries(headers).flatMap(([name, header]) => {
    const value = answer.headers[name.toLowerCase()]
    if (value === undefined) return [`the header ${name} is missing`]
    const { schema } = at(document, (header as { $ref: string }).$ref).answer
    if (schema.type === 'integer' && !/^\d+$/.test(String(value)))
      return [`${name} is no whole number: ${value}`]
    return schema.const !== undefined && value !== schema.const ? [`${name} is ${value}`] : []
  })
}

function bodyFaults(
  { pointer, answer: described }: Described,
  method: string,
  { headers, body }: Answer,
  faultsAt: Description['faultsAt'],
): string[] {
  if (described.content === undefined || method === 'HEAD') return body === '' ? [] : ['there is a body']
  if (headers['content-type'] !== 'application/json; charset=utf-8')
    return [`it is ${headers['content-type']}`]
  return faultsAt(`${pointer}/content/application~1json/schema`, body)
}

/** Of the templates that fit, the one with the most literal beginning, as routers choose. */
function templateFinder(templates: string[]) {
  const rank = (template: string) => template.replaceAll(/\{\w+\}/g, '\uffff')
  const known = templates
    .map((template) => ({ template, pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
    .sort((one, other) => (rank(one.template) < rank(other.template) ? -1 : 1))
  return (path: string) => {
    const plain = (path.split('?', 1)[0] as string).replace(ALIAS, '/api/')
    return known.find(({ pattern }) => pattern.test(plain))?.template
  }
}
