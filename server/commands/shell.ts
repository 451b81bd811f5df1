import type { Config } from '../config/config.ts'
import { loadConfig } from '../config/config.ts'
import { type Connection, type ConnectOptions, connect } from '../db/connect.ts'

/** What a command may use of the process it runs in. */
export interface Shell {
  env: Record<string, string | undefined>
  cwd: string
  /** A line of the result, on the standard output. */
  print: (line: string) => void
  /** A line for whoever watches, on the standard error. */
  tell: (line: string) => void
  /** Asks on the terminal, without echo. @throws CommandError where there is no terminal */
  askSecret: (question: string) => Promise<string>
  /** The standard input. */
  input: () => NodeJS.ReadableStream
  /** The standard output, for what is too much for lines. */
  output: () => NodeJS.WritableStream
  /** Where a bar can be drawn, if whoever watches has a terminal. */
  terminal: NodeJS.WriteStream | undefined
  /** Told when the command is to end (Ctrl-C), for one that can do so in good order; a second time ends it at once. */
  interruption: () => AbortSignal
}

/** A command cannot do what was asked; the message is for people. */
export class CommandError extends Error {}

export const configOf = ({ env, cwd }: Shell): Config => loadConfig(env, { cwd })

/** Opens the database for one command, and closes it whatever comes. */
export async function withDatabase<T>(
  { databaseUrl }: Config,
  options: ConnectOptions,
  run: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = connect(databaseUrl, options)
  try {
    return await run(connection)
  } finally {
    await connection.close()
  }
}

/** The same, for commands that work on what a start or a migration has made. */
export const withCurrentDatabase = <T>(config: Config, run: (connection: Connection) => Promise<T>) =>
  withDatabase(config, { mustExist: true }, async (connection) => {
    await connection.requireCurrent()
    return run(connection)
  })
