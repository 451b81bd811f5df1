import { type TSchema, Type } from 'typebox'

/**
 * Keywords that the description has and no reader checks: what does not meet them is refused further in, where the
 * refusal can say more.
 */
export const described = (keywords: object) => ({ 'x-described': keywords })

/** Every IPv4 and IPv6 address, as Node's `isIP` takes them. A migration uses it. */
export const IP_PATTERN = ipPattern()

/** No format of JSON Schema is either of both. */
export const IP = { format: 'ip', examples: ['203.0.113.7'], ...described({ pattern: IP_PATTERN }) }

function ipPattern(): string {
  const byte = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
  const v4 = `(?:${byte}\\.){3}${byte}`
  const part = '[0-9A-Fa-f]{1,4}'
  // By the number of parts before the first `::`, if there is one.
  const v6 = [
    `(?:${part}:){7}(?:${part}|:)`,
    `(?:${part}:){6}(?:${v4}|:${part}|:)`,
    ...[5, 4, 3, 2, 1].map(
      (before) =>
        `(?:${part}:){${before}}(?:(?::${part}){0,${5 - before}}:${v4}|(?::${part}){1,${7 - before}}|:)`,
    ),
    `:(?:(?::${part}){0,5}:${v4}|(?::${part}){1,7}|:)`,
  ]
  return `^(?:${v4}|(?:${v6.join('|')})(?:%[0-9A-Za-z.:-]+)?)$`
}

/** What no text holds that is shown as one line: control characters, ends of lines, marks that change the direction of writing. */
const UNFIT =
  '\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069'
/** What nobody sees, of the characters that most tools know: the service knows some more. */
const UNSEEN =
  '\\s\\u00AD\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200D\\u2060-\\u206F\\u2800\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFF8'
const LINE_PATTERN = `^[^${UNFIT}]*[^${UNFIT}${UNSEEN}][^${UNFIT}]*$`

/** The field as it is sent. Only there do lines have their pattern: see server/crud/write/single-lines.ts. */
export const asSent = (schema: TSchema): TSchema =>
  'x-line' in schema ? { ...schema, ...described({ pattern: LINE_PATTERN }) } : schema

/** What names a member of a relation. Another than a record's is refused where it is looked for. */
export const MemberName = Type.Unsafe<string | number>({
  type: ['integer', 'string'],
  pattern: '\\S',
  $id: 'MemberName',
  description: 'An id, a uuid, or what else names a record of the relation.',
})
