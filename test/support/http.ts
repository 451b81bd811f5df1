import assert from 'node:assert/strict'
import { answerOf, assertDescribed } from './described-answers.ts'

export const PASSWORD = 'a quite unusual phrase'

/** Settings with which a start makes the first administrator. */
export const ADMINISTRATOR = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }

export interface HttpAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read properties of answers, and fail if these are missing.
  body: any
}

/** A request to a service in another process: POST if there is a body. */
export const ask = (
  url: string,
  { json, token, headers = {} }: { json?: object; token?: string; headers?: Record<string, string> } = {},
): Promise<HttpAnswer> =>
  askBy(url, {
    headers: {
      ...(json && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(json && { method: 'POST', body: JSON.stringify(json) }),
  })

/** Longer than any answer takes on a busy machine: a test fails if no answer comes. */
const LONGEST_MS = 120_000

/** Any request to a service in another process. The answer is checked against the description. */
export async function askBy(url: string, init: RequestInit): Promise<HttpAnswer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(LONGEST_MS), ...init })
  const { pathname, search } = new URL(url)
  const { method = 'GET', headers } = init
  const called = { method, path: pathname + search, headers: Object.fromEntries(new Headers(headers)) }
  const answer = answerOf(response.status, Object.fromEntries(response.headers), await response.text())
  assertDescribed(called, answer)
  return { ...answer, headers: response.headers }
}

/** Signs in as the first administrator. @returns the token */
export async function signInAt(url: string): Promise<string> {
  const json = { email: ADMINISTRATOR.ADMIN_EMAIL, password: PASSWORD }
  const { status, body } = await ask(`${url}/api/signin`, { json })
  assert.equal(status, 200)
  return body.data.item.api_token
}
