// A reporter for node:test that writes the failures only, as JSON lines: a CI log that is cut to its end does not show them otherwise.
import { relative } from 'node:path'

const ROOT = `${import.meta.dirname}/../..`

interface Failure {
  /** The names of its suites, outermost first, then its own. */
  names: string[]
  /** Relative to the root of the project. */
  file: string
  line: number | undefined
  message: string
}

const CONSEQUENCES = new Set<string | undefined>(['subtestsFailed', 'cancelledByParent'])

interface TestEvent {
  type: string
  data: {
    name: string
    nesting: number
    file?: string
    line?: number
    details?: { error?: Error & { failureType?: string; cause?: unknown } }
  }
}

export default async function* failures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const around: string[] = []
  for await (const { type, data } of events) {
    // Events come in order: the suites of a test are those that started last at each lower nesting level.
    if (type === 'test:start') around.splice(data.nesting, around.length, data.name)
    if (type !== 'test:fail') continue
    const error = data.details?.error
    // A suite fails if one of its tests does, and a test if the hook before it does: their own failures say why.
    if (CONSEQUENCES.has(error?.failureType)) continue
    const failure: Failure = {
      names: [...around.slice(0, data.nesting), data.name],
      file: relative(ROOT, data.file ?? ''),
      line: data.line,
      message: String((error?.cause as Error | undefined)?.message ?? error?.cause ?? error?.message),
    }
    yield `${JSON.stringify(failure)}\n`
  }
}

/** An assertion on long texts prints both of them. */
const MAX_LINES = 12

/**
 * The failures as text, for the end of a log.
 * @param lines the output of the reporter
 */
export function formatFailures(lines: string): string {
  const all = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Failure)
  return all
    .map(({ names, file, line, message }) => {
      const excerpt = message
        .split('\n')
        .slice(0, MAX_LINES)
        .map((text) => `    ${text}\n`)
      return `✖ ${names.join(' > ')} (${file}:${line})\n${excerpt.join('')}`
    })
    .join('')
}
