import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildConsole } from '../pages/console/build.ts'

/**
 * Builds the console if its build is missing or outdated, while the service already runs.
 * @returns a function that cancels the build
 */
export function buildInBackground(logger: Logger): () => Promise<void> {
  const controller = new AbortController()
  const done = build(logger, controller.signal)
  return async () => {
    controller.abort()
    await done
  }
}

/** Delays before retries of a build that was killed, one per retry. */
const RETRY_DELAYS_MS = [1000, 10_000, 60_000, 600_000]

async function build(logger: Logger, signal: AbortSignal, tries = 0): Promise<void> {
  const began = performance.now()
  const onStart = () => logger.info('the console is being built')
  try {
    const result = await buildConsole({ onStart, signal })
    if (result.outcome === 'killed') {
      const wait = RETRY_DELAYS_MS[tries]
      logger.error({ signal: result.by, tryAgainAfterMs: wait }, 'the build of the console was killed')
      if (wait === undefined) return
      await pause(wait, undefined, { signal, ref: false })
      return await build(logger, signal, tries + 1)
    }
    if (result.outcome === 'built') {
      logger.info({ ms: Math.round(performance.now() - began) }, 'the console is built')
    } else if (result.outcome === 'failed') {
      logger.error({ output: result.output }, 'the console could not be built; the API serves all the same')
    }
  } catch (err) {
    if (!signal.aborted) logger.error({ err }, 'the console could not be built; the API serves all the same')
  }
}
