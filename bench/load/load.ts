/** A request; fields that all requests share are added later. */
export interface Request {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  token?: string
  /** Sent as JSON, or as a form if it is a `URLSearchParams`. */
  body?: unknown
  /** Besides those of every request. */
  headers?: Record<string, string>
}

export interface Round {
  /** The server's address: http://127.0.0.1:port */
  origin: string
  /** Sent in turn, repeatedly. */
  requests: readonly Request[]
  connections: number
  ms: number
}

/** The figures of a round, times in milliseconds. */
export interface Measured {
  count: number
  perSecond: number
  p50: number
  p99: number
  max: number
  /** Responses with status 400 and above, and connections that broke or timed out. */
  failures: number
}

export interface Load {
  name: string
  version: string
  run(round: Round): Promise<Measured>
}

export function bodyOf({ body }: Request): string {
  if (body === undefined) return ''
  return body instanceof URLSearchParams ? String(body) : JSON.stringify(body)
}

export function headersOf({ token, body, headers }: Request): Record<string, string> {
  const type = body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json'
  return {
    accept: 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': type }),
    ...headers,
  }
}

/** Sends it once, outside of a load. */
export const send = (origin: string, request: Request, signal?: AbortSignal): Promise<Response> =>
  fetch(origin + request.path, {
    method: request.method,
    headers: headersOf(request),
    ...(request.body !== undefined && { body: bodyOf(request) }),
    ...(signal && { signal }),
  })
