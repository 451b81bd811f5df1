/** A request; fields that all requests share are added later. */
export interface Request {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  token?: string
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

export const bodyOf = ({ body }: Request): string => (body === undefined ? '' : JSON.stringify(body))

export function headersOf({ token, body, headers }: Request): Record<string, string> {
  return {
    accept: 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  }
}
