import type { Config } from '../config/config.ts'
import { loadConfig } from '../config/config.ts'
import { type Connection, type ConnectOptions, connect } from '../db/connect.ts'

/** The process environment that commands use. */
export interface Shell {
  env: Record<string, string | undefined>
  cwd: string
  /** Prints a line of the result to the standard output. */
  print: (line: string) => void
  /** Prints a line for the user to the standard error. */
  tell: (line: string) => void
  /** Asks on the terminal without echo. @throws CommandError without a terminal */
  askSecret: (question: string) => Promise<string>
  /** The standard input. */
  input: () => NodeJS.ReadableStream
  /** The standard output, for large results. */
  output: () => NodeJS.WritableStream
  /** The terminal on which a progress bar can be drawn, if any. */
  terminal: NodeJS.WriteStream | undefined
  /** Aborted by Ctrl-C, for commands that can stop cleanly; a second Ctrl-C kills the process. */
  interruption: () => AbortSignal
}

/** A command fails; the message is for users. */
export class CommandError extends Error {}

export const configOf = ({ env, cwd }: Shell): Config => loadConfig(env, { cwd })

/** Opens the database for one command, and always closes it. */
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

/** The same, for commands that need an existing, migrated database. */
export const withCurrentDatabase = <T>(config: Config, run: (connection: Connection) => Promise<T>) =>
  withDatabase(config, { mustExist: true }, async (connection) => {
    await connection.requireCurrent()
    return run(connection)
  })
