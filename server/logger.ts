import { hostname } from 'node:os'
import { type Logger, type LoggerOptions, pino } from 'pino'

/** Never logged on purpose; censored all the same, at the top of a line or one level down. */
const SECRETS = [
  ...['authorization', 'cookie', 'password', 'password_confirmation', 'current_password'],
  ...['api_token', 'token', 'code'],
]

interface Coded extends Error {
  /** SQLSTATE, or Node's own. */
  code?: string
  /** SQLite's extended result code. */
  errcode?: number
}

/** The code of an error, which is no secret, as a `code` of anything else may be. */
class ErrorCode {
  readonly #code: string

  constructor(code: string) {
    this.#code = code
  }

  toJSON(): string {
    return this.#code
  }
}

const censor = (value: unknown) => (value instanceof ErrorCode ? value : '[Redacted]')

/** What is kept of an error: anything else that hangs on one may hold what a client sent. */
const describeError = ({ name, message, stack, code, errcode }: Coded) => ({
  type: name,
  message,
  stack,
  ...(code !== undefined && { code: new ErrorCode(code) }),
  ...(errcode !== undefined && { errcode }),
})

interface Routed {
  method?: string
  routeOptions?: { url?: string }
}

const serializers: LoggerOptions['serializers'] = {
  err: describeError,
  // The route's pattern, never the address: a client may have put a secret in it.
  req: ({ method, routeOptions }: Routed) => ({ method, route: routeOptions?.url ?? null }),
}

/** JSON lines on the standard output. @param worker which of several processes says so */
export const createLogger = (level: string, worker?: number): Logger =>
  pino({
    level,
    ...(worker !== undefined && { base: { pid: process.pid, hostname: hostname(), worker } }),
    serializers,
    redact: {
      paths: [...SECRETS, ...SECRETS.map((name) => `*.${name}`), '*.headers.authorization'],
      censor,
    },
  })
