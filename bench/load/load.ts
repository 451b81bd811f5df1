/** A request of which there are many: all of it that differs. */
export interface Request {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  token?: string
  body?: unknown
  /** Beside those that every request has. */
  headers?: Record<string, string>
}

export interface Round {
  /** Where the server is: http://127.0.0.1:port */
  origin: string
  /** Sent in turn, again from the first after the last. */
  requests: readonly Request[]
  connections: number
  ms: number
}

/** What a round came to. Times in milliseconds. */
export interface Measured {
  count: number
  perSecond: number
  p50: number
  p99: number
  max: number
  /** Answers of 400 and above, and connections that broke or timed out. */
  failures: number
}

export interface Load {
  name: string
  version: string
  run(round: Round): Promise<Measured>
}

export const bodyOf = ({ body }: Request): string => (body === undefined ? '' : JSON.stringify(body))

export function headersOf({ token, body, headers }: Request): Record<string, string> {
  return {
    accept: 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  }
}
