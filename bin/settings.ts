import { type Config, ConfigError, loadConfig } from '../server/config/config.ts'

/** The settings of `npm start`, for the development commands. A wrong one ends the process with a line for each fault. */
export function settingsOf(cwd: string): Config {
  try {
    return loadConfig(process.env, { cwd })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const fault of error.faults) console.error(`error: ${fault}`)
    process.exit(1)
  }
}
