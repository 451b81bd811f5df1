import type { Json } from './schemas.ts'

/**
 * Merges two endpoints that the request's content distinguishes: the body and the responses are those of either, the example
 * that of the first.
 * @param parameter selects the second one: clients that do not send it need only the permissions of the first
 */
export function merged(first: Json, second: Json, answers: Json, parameter?: string): Json {
  const needed = (parameter === undefined ? [first, second] : [first]).flatMap(
    (operation) => operation['x-permission'] as string[],
  )
  return {
    ...second,
    summary: `${first.summary}; or ${lowered(second.summary as string)}`,
    description: `${first.description}\n\nOr: ${second.description}`,
    'x-permission': [...new Set(needed)],
    parameters: mergedParameters(first.parameters as Json[], second.parameters as Json[]),
    ...((first.requestBody ?? second.requestBody) !== undefined && {
      requestBody: mergedBody(first.requestBody as Json | undefined, second.requestBody as Json | undefined),
    }),
    responses: mergedResponses(first.responses as Json, second.responses as Json, answers, parameter),
  }
}

/** A header of only one endpoint is ignored by the other. */
const mergedParameters = (first: Json[], second: Json[]): Json[] => [
  ...first,
  ...second.filter(
    (parameter) => !first.some((known) => JSON.stringify(known) === JSON.stringify(parameter)),
  ),
]

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

interface Media {
  schema: Json
  example?: unknown
  examples?: Json
}

function mergedBody(first: Json | undefined, second: Json | undefined): Json {
  const contents = [first, second].map((body) => (body?.content ?? {}) as Record<string, Media>)
  const types = [...new Set(contents.flatMap((content) => Object.keys(content)))]
  const content = types.map((type) => {
    const media = contents.flatMap((each) => (each[type] ? [each[type]] : []))
    return [type, media.length === 1 ? media[0] : mergedMedia(media as [Media, Media])] as const
  })
  return { required: false, content: Object.fromEntries(content) }
}

function mergedMedia([first, second]: [Media, Media]): Json {
  const choices = new Map(
    [...choicesOf(first.schema), ...choicesOf(second.schema)].map((schema) => [
      JSON.stringify(schema),
      schema,
    ]),
  )
  return {
    schema: choices.size === 1 ? first.schema : { anyOf: [...choices.values()] },
    example: first.example ?? second.example,
  }
}

const choicesOf = (schema: Json): Json[] =>
  Array.isArray(schema.anyOf) ? (schema.anyOf as Json[]) : [schema]

/**
 * If both endpoints use a status, its response becomes a new one that is either of the two. If a parameter selects the second, it is
 * marked with `x-with-parameter`.
 */
function mergedResponses(first: Json, second: Json, answers: Json, parameter: string | undefined): Json {
  const responses: Json = parameter === undefined ? { ...first, ...second } : { ...second, ...first }
  for (const status of ['200', '201']) {
    const names = [first[status], second[status]].map((answer) => nameOf(answer as Json | undefined))
    if (names[0] === undefined || names[1] === undefined) continue
    const [one, other] = names.map((name) => answers[name as string] as Json) as [Json, Json]
    // Merged already, for another method of both.
    if (parameter !== undefined && !other) continue
    const media = [one, other].map(({ content }) => (content as Json)['application/json'] as Media)
    if (parameter !== undefined) {
      delete answers[names[1]]
      answers[names[0]] = {
        ...one,
        content: { 'application/json': withMarked(media as [Media, Media], parameter) },
      }
      continue
    }
    // No operation uses the first endpoint's response any more.
    if (names[0] !== names[1]) delete answers[names[0]]
    answers[names[1]] = { ...other, content: { 'application/json': mergedMedia(media as [Media, Media]) } }
  }
  return responses
}

function withMarked([first, second]: [Media, Media], parameter: string): Media {
  if (JSON.stringify(first.schema) === JSON.stringify(second.schema)) return first
  const marked = { title: `With ${parameter}`, ...second.schema, 'x-with-parameter': parameter }
  return { ...first, schema: { anyOf: [...choicesOf(first.schema), marked] } }
}

const nameOf = (answer: Json | undefined): string | undefined =>
  (answer?.$ref as string | undefined)?.split('/').at(-1)
