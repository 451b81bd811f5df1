import { isDeepStrictEqual } from 'node:util'
import type { Document } from './api-files.ts'
import { type Direction, schemaComparison } from './breaking-schemas.ts'
import { type Operation, operationsOf, resolved } from './description.ts'

/**
 * Changes between two descriptions that a client of the first may notice, each in a sentence: breaking ones, and those
 * that make a protected operation public.
 */
export function breakingChanges(before: Document, after: Document): string[] {
  const schemas = schemaComparison(before, after)
  const operations = new Map(operationsOf(after).map((operation) => [operation.name, operation]))
  const comparing: Comparing = { before, after, compare: schemas.compare }
  const ofOperations = operationsOf(before).flatMap((was) => {
    const is = operations.get(was.name)
    if (is === undefined) return [`${was.name} is gone`]
    return [
      ...compareAccess(was, is, comparing),
      ...compareParameters(was, is, comparing),
      ...compareBodies(was, is, comparing),
      ...compareAnswers(was, is, comparing),
    ]
  })
  return [...new Set([...ofOperations, ...schemas.compareNamed()])]
}

/** A breaking change that a release makes on purpose: an entry of api/breaking.json. */
export interface Declared {
  /** The sentence of {@link breakingChanges}. */
  change: string
  why: string
}

/** Changes that are found and not declared, and declared changes that are not found, or no longer. */
export const unsettled = (found: string[], declared: Declared[]) => ({
  undeclared: found.filter((change) => !declared.some((each) => each.change === change)),
  stale: declared.map(({ change }) => change).filter((change) => !found.includes(change)),
})

interface Comparing {
  before: Document
  after: Document
  compare: ReturnType<typeof schemaComparison>['compare']
}

const faultIf = (isFault: boolean, fault: string) => (isFault ? [fault] : [])

/** Credentials, permissions, and the name in generated clients. A newly public operation is reported too. */
function compareAccess(was: Operation, is: Operation, { before, after }: Comparing): string[] {
  const { name } = was
  const [olds, news] = [credentialsOf(before, was), credentialsOf(after, is)]
  const permissions = (operation: Document) => JSON.stringify(operation['x-permission'])
  const [idWas, idIs] = [was.operation.operationId, is.operation.operationId]
  return [
    ...faultIf(idWas !== idIs, `${name} has the operationId ${idIs}, not ${idWas}`),
    ...faultIf(news.length === 0 && olds.length > 0, `${name} asks for no credential now`),
    ...faultIf(news.length > 0 && olds.length === 0, `${name} asks for a credential now`),
    ...faultIf(
      news.length > 0 && olds.some((old) => !news.some((each) => isDeepStrictEqual(each, old))),
      `${name} no longer takes a credential it took`,
    ),
    ...faultIf(
      permissions(was.operation) !== permissions(is.operation),
      `${name} needs the permissions ${permissions(is.operation)}, not ${permissions(was.operation)}`,
    ),
  ]
}

/** The accepted credentials, without their descriptions; none if the operation is public. */
function credentialsOf(document: Document, { operation }: Operation): Document[] {
  const alternatives: Document[] = operation.security ?? document.security ?? []
  return alternatives.map((schemes) =>
    Object.entries(schemes).map(([name, scopes]) => {
      const { description: _words, ...scheme } = document.components.securitySchemes[name]
      return { ...scheme, scopes }
    }),
  )
}

function compareParameters(was: Operation, is: Operation, { before, after, compare }: Comparing): string[] {
  const [olds, news] = [parametersOf(before, was), parametersOf(after, is)]
  const required = [...news].filter(([key, { required }]) => required && !olds.get(key)?.required)
  return [
    ...required.map(([key]) => `${was.name} the ${key} is required now`),
    ...[...olds].flatMap(([key, { shared, ...old }]) => {
      // A shared parameter is reported once, also if no operation has it any more.
      const isGone = shared !== undefined && !after.components.parameters?.[shared]
      const isSame = shared !== undefined && news.get(key)?.shared === shared
      const at = isGone || isSame ? `the ${key}` : `${was.name} the ${key}`
      const now = news.get(key)
      if (now === undefined) return [`${at} is gone`]
      const [oldSchema, newSchema] = [old, now].map(({ schema, content }) => schema ?? sole(content).schema)
      return [
        ...faultIf(writtenAs(old) !== writtenAs(now), `${at} is written otherwise`),
        ...compare(at, { was: oldSchema, is: newSchema, direction: 'request' }),
      ]
    }),
  ]
}

/** By place and name; the names of headers have no case. */
const parametersOf = (document: Document, { path, operation }: Operation): Map<string, Document> =>
  new Map(
    [...(document.paths[path].parameters ?? []), ...(operation.parameters ?? [])]
      .map((parameter: Document) => ({
        ...resolved(document, parameter),
        shared: parameter.$ref?.split('/').at(-1),
      }))
      .map((parameter) => [
        `${parameter.in} parameter ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`,
        parameter,
      ]),
  )

const sole = (content: Document): Document => Object.values(content)[0]

const writtenAs = ({ style, explode, content }: Document) =>
  JSON.stringify([style, explode, Object.keys(content ?? {})])

function compareBodies(was: Operation, is: Operation, comparing: Comparing): string[] {
  const [old, now] = [was.operation.requestBody, is.operation.requestBody]
  const at = `${was.name} the body`
  return [
    ...faultIf(now?.required === true && old?.required !== true, `${at} is required now`),
    ...compareContents(at, old, now, 'request', comparing),
  ]
}

function compareAnswers(was: Operation, is: Operation, comparing: Comparing): string[] {
  const [olds, news] = [was.operation.responses, is.operation.responses]
  // Clients must expect new refusals of a known class, but not new successes.
  const added = Object.keys(news).filter((status) => /^[23]/.test(status) && !olds[status])
  return [
    ...added.map((status) => `${was.name} may now answer ${status}`),
    ...Object.keys(olds).flatMap((status) => {
      const [old, now] = [olds[status], news[status]]
      if (now === undefined) return [`${was.name} the answer ${status} is gone`]
      // A shared answer is reported once.
      const isShared = old.$ref !== undefined && old.$ref === now.$ref
      const at = isShared ? `the answer ${old.$ref.split('/').at(-1)}` : `${was.name} the answer ${status}`
      return compareAnswer(at, old, now, comparing)
    }),
  ]
}

function compareAnswer(at: string, was: Document, is: Document, comparing: Comparing): string[] {
  const { before, after, compare } = comparing
  const [old, now] = [resolved(before, was), resolved(after, is)]
  const headers = Object.entries<Document>(old.headers ?? {}).flatMap(([name, header]) => {
    const place = `${at} the header ${name}`
    const [from, to] = [resolved(before, header), now.headers?.[name]]
    if (to === undefined) return [`${place} is gone`]
    const heading = resolved(after, to)
    return [
      ...faultIf(from.required === true && heading.required !== true, `${place} may be missing now`),
      ...compare(place, { was: from.schema, is: heading.schema, direction: 'answer' }),
    ]
  })
  return [...headers, ...compareContents(at, old, now, 'answer', comparing)]
}

/** The encodings of a body, by their media types. */
function compareContents(
  at: string,
  was: Document | undefined,
  is: Document | undefined,
  direction: Direction,
  { compare }: Comparing,
): string[] {
  return Object.entries<Document>(was?.content ?? {}).flatMap(([type, { schema }]) => {
    const now = is?.content?.[type]
    if (now === undefined) return [`${at} is no longer ${type}`]
    return compare(`${at} ${type}`, { was: schema, is: now.schema, direction })
  })
}
