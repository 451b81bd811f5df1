import { hostname } from 'node:os'
import { type Logger, type LoggerOptions, pino } from 'pino'

/** Fields that are never logged on purpose; redacted anyway, at the top of a line or one level down. */
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

/** Wraps the code of an error, which is no secret; any other `code` may be one. */
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

/** The logged properties of an error: any other property may contain a client's input. */
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
  // The route's pattern, never the URL: a client may have put a secret in it.
  req: ({ method, routeOptions }: Routed) => ({ method, route: routeOptions?.url ?? null }),
}

/** Logs JSON lines to the standard output. @param worker the number of this process, if there are several */
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
