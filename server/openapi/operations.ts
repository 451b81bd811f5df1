import { RULES } from '../access/rule-names.ts'
import type { Endpoint, Method } from '../http/endpoint.ts'
import { readsItem, successAnswer } from './answers.ts'
import { requestBody } from './bodies.ts'
import { BY_TOKEN, ofPath, ofQueryAndHeaders } from './parameters.ts'
import { refusalsOf } from './refusals.ts'
import type { Components, Json } from './schemas.ts'
import { merged } from './shared-operations.ts'

interface Described {
  paths: Record<string, Json>
  /** Success responses by name: the methods of an endpoint share one. */
  answers: Json
}

/** One operation per endpoint and method. Endpoints with the same path and method are merged into one operation. */
export function describeOperations(endpoints: readonly Endpoint[], components: Components): Described {
  const paths: Record<string, Json> = {}
  const answers: Json = {}
  const describedLast = new Set<Json>()
  const selectedBy = new Map<Json, string>()
  const inOrder = (sharing: Json, operation: Json) => {
    const [first, second] = describedLast.has(sharing) ? [operation, sharing] : [sharing, operation]
    return merged(first, second, answers, selectedBy.get(second))
  }
  const nameOperation = operationNames()
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    const item = paths[path] ?? { parameters: ofPath(endpoint, components) }
    paths[path] = item
    let answer: string | undefined
    for (const method of endpoint.methods) {
      const operationId = nameOperation(endpoint.name, method)
      answer ??= capitalized(operationId)
      answers[answer] ??= successAnswer(endpoint, components)
      const operation = describeOperation(endpoint, method, { operationId, answer }, components)
      if (endpoint.isDescribedLast || endpoint.selectedBy) describedLast.add(operation)
      if (endpoint.selectedBy) selectedBy.set(operation, endpoint.selectedBy)
      const sharing = item[method.toLowerCase()] as Json | undefined
      const whole = sharing
        ? { ...inOrder(sharing, operation), operationId: operation.operationId }
        : operation
      if (sharing && describedLast.has(sharing) && endpoint.isDescribedLast) describedLast.add(whole)
      item[method.toLowerCase()] = whole
    }
  }
  return { paths, answers }
}

/** `usersList` for the first method of that name, `usersListPost` for the next. */
function operationNames() {
  const taken = new Set<string>()
  return (name: string, method: Method): string => {
    const plain = name.replaceAll(/[._-](\w)/g, (_match, letter: string) => letter.toUpperCase())
    const id = taken.has(plain) ? plain + capitalized(method.toLowerCase()) : plain
    taken.add(id)
    return id
  }
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function describeOperation(
  endpoint: Endpoint,
  method: Method,
  { operationId, answer }: { operationId: string; answer: string },
  components: Components,
): Json {
  const { tag, summary, access, effect, status = 200 } = endpoint
  const isRead = readsItem(endpoint)
  const refusals = refusalsOf(endpoint, method)
  return {
    operationId,
    tags: [tag],
    summary,
    description: describeWords(endpoint),
    ...(access === 'public' && { security: [] }),
    // The cookie does not count there.
    ...(access !== 'public' && effect === 'write' && method === 'GET' && { security: BY_TOKEN }),
    'x-permission': typeof access === 'object' ? access.needs : [],
    'x-rules': typeof access === 'object' ? access.rules : [],
    parameters: ofQueryAndHeaders(endpoint, method, components),
    ...(takesBody(endpoint, method) && { requestBody: requestBody(endpoint, method, components) }),
    responses: {
      [status]: { $ref: `#/components/responses/${answer}` },
      ...(endpoint.otherStatus && {
        [endpoint.otherStatus]: { $ref: `#/components/responses/${answer}` },
      }),
      ...(isRead && { 304: { $ref: '#/components/responses/304' } }),
      ...Object.fromEntries(refusals.map((code) => [code, { $ref: `#/components/responses/${code}` }])),
    },
  }
}

const takesBody = ({ input, members, items }: Endpoint, method: Method) =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (members === true || items !== undefined || Object.keys(input.properties).length > 0)

function describeWords({ summary, description, access, isForEndUsers }: Endpoint): string {
  const what = description ?? (summary.endsWith('?') ? summary : `${summary}.`)
  return [what, describeAccess(access), ...(isForEndUsers ? [FOR_END_USERS] : [])].join('\n\n')
}

const FOR_END_USERS =
  'A trusted client, whose token has `can-sign-in-users`, may call it for the person that `X-Client-IP` and `X-Client-Agent` ' +
  'describe: limits and sessions are then those of that person.'

function describeAccess(access: Endpoint['access']): string {
  if (access === 'public') return 'Needs no token.'
  if (access === 'signed-in') return 'For everyone who is signed in.'
  const slugs = access.needs.map((slug) => `\`${slug}\``).join(' and ')
  const rules = access.rules.map((name) => `- ${RULES[name]}`)
  return [`Needs ${slugs}.`, ...(rules.length > 0 ? [rules.join('\n')] : [])].join('\n\n')
}
