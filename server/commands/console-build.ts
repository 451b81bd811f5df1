import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildConsole } from '../pages/console/build.ts'

/**
 * Builds the console if its build is missing or outdated, while the service already runs.
 * @returns `begun`, which resolves once the beginning of a build is logged or none is needed, and a function that cancels it
 */
export function buildInBackground(logger: Logger): { begun: Promise<void>; end: () => Promise<void> } {
  const controller = new AbortController()
  const { promise: begun, resolve: onBegun } = Promise.withResolvers<void>()
  const done = build(logger, controller.signal, onBegun).finally(onBegun)
  const end = async () => {
    controller.abort()
    await done
  }
  return { begun, end }
}

/** Delays before retries of a build that was killed, one per retry. */
const RETRY_DELAYS_MS = [1000, 10_000, 60_000, 600_000]

async function build(logger: Logger, signal: AbortSignal, onBegun: () => void, tries = 0): Promise<void> {
  const began = performance.now()
  const onStart = () => {
    logger.info('the console is being built')
    onBegun()
  }
  try {
    const result = await buildConsole({ onStart, signal })
    if (result.outcome === 'killed') {
      const wait = RETRY_DELAYS_MS[tries]
      logger.error({ signal: result.by, tryAgainAfterMs: wait }, 'the build of the console was killed')
      if (wait === undefined) return
      await pause(wait, undefined, { signal, ref: false })
      return await build(logger, signal, onBegun, tries + 1)
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
