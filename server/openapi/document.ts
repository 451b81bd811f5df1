import type { TSchema } from 'typebox'
import type { Endpoint } from '../http/endpoint.ts'
import { answerHeaders } from './answers.ts'
import { describeOperations } from './operations.ts'
import { BY_TOKEN, securitySchemes, sharedParameters } from './parameters.ts'
import { refusalAnswers } from './refusals.ts'
import { Components, Failure, type Json } from './schemas.ts'

interface Options {
  version: string
  /** Schemas that are referenced by name. */
  named: readonly TSchema[]
  /** Introduces the operations with each tag. */
  tags: Readonly<Record<string, string>>
}

const INTRODUCTION = `Registrations, users, roles, permissions and taxonomies over HTTP and JSON.

**Signing in.** \`POST /api/signin\` answers an \`api_token\`. Send it as \`Authorization: Bearer <token>\`, or as the
field \`api_token\` of the query or body. A page of \`PUBLIC_URL\` can have the session in a cookie instead.

**Calling.** Most operations answer both GET, with inputs in the query, and POST, with inputs in the body (JSON, form
or multipart), the query or both; the body wins. Values become the field's type: \`true\`, \`1\` and \`yes\` are all true.
An empty value is null.

**Selecting.** A record is addressed by any of its attributes that is not secret: \`/api/users/id/1\`,
\`/api/users/email/ada@example.com\`. A read of several takes the lowest id; a write refuses with 409.

**Answers.** Success carries both \`"success": true\` and \`"status": "success"\`; a refusal says in \`errors\` what is
wrong, in whole sentences, and in \`details\` which fields. A client that can read no status but 200 sends
the header \`X-Http-Status: 200\` with any call and gets that status on every answer, with the same body: there,
\`success\` tells the one from the other. It is no parameter of the operations, whose answers are described by their own
statuses.

**Languages.** A refusal's sentences, in \`errors\` and each \`message\`, are English or French, as the client's \`Accept-Language\`
prefers; \`Content-Language\` says which. \`code\`, \`field\`, statuses and all answers of success are the same in both: a
program goes by \`code\`.

**Reasons.** Any write accepts a reason of at most 500 characters, which the audit trail records: the header \`X-Reason\` in
percent-encoded UTF-8, or the field \`reason\` of a body that is an object. The operations do not list them as parameters.

What reaches no operation is refused in the same words: an \`Expect\`
other than \`100-continue\` with 417, a request that takes too long to arrive with 408, what is not HTTP with 400.

**Two shapes.** Where earlier clients knew two shapes of a page, \`variant=2\` or \`X-Api-Variant: 2\` asks for the second.`

const inWords = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')

/** Operations under a second path. They are not repeated: the description of their tag mentions the alias. */
const ALIAS = '/api/cms/'

/** The OpenAPI 3.1 document of the served endpoints. {@link servedAt} adds the address. */
export function describe(endpoints: readonly Endpoint[], { version, named, tags }: Options): Json {
  const components = new Components()
  for (const schema of [Failure, ...named]) components.add(schema)
  const described = endpoints.filter(({ path }) => !path.startsWith(ALIAS))
  const { paths, answers } = describeOperations(described, components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rolecall',
      version,
      summary: 'Users, roles, permissions and taxonomies.',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: Object.entries(tags).map(([name, description]) => ({
      name,
      description,
      'x-displayName': inWords(name),
    })),
    security: [...BY_TOKEN, { cookie: [] }],
    paths,
    components: {
      securitySchemes,
      parameters: sharedParameters,
      headers: answerHeaders,
      responses: { ...answers, ...refusalAnswers },
      schemas: components.schemas,
    },
  }
}

/** The document with the address of one installation. */
export const servedAt = (description: Json, baseUrl: string): Json => ({
  ...description,
  info: { ...(description.info as Json), contact: { name: 'Rolecall', url: `${baseUrl}/docs` } },
  servers: [{ url: baseUrl, description: 'This installation.' }],
})
