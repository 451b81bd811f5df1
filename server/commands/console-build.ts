import type { Logger } from 'pino'
import { buildConsole } from '../pages/console/build.ts'

/**
 * Sees to it, beside the service that serves already, that the console's build is the one of its sources.
 * @returns what gives it up
 */
export function buildInBackground(logger: Logger): () => Promise<void> {
  const controller = new AbortController()
  const done = build(logger, controller.signal)
  return async () => {
    controller.abort()
    await done
  }
}

async function build(logger: Logger, signal: AbortSignal): Promise<void> {
  const began = performance.now()
  const onStart = () => logger.info('the console is being built')
  try {
    const result = await buildConsole({ onStart, signal })
    if (result.outcome === 'built') {
      logger.info({ ms: Math.round(performance.now() - began) }, 'the console is built')
    } else if (result.outcome === 'failed') {
      logger.error({ output: result.output }, 'the console could not be built; the API serves all the same')
    }
  } catch (err) {
    if (!signal.aborted) logger.error({ err }, 'the console could not be built; the API serves all the same')
  }
}
