// A reporter of node:test: the failures alone, one JSON text a line. Thousands of lines of successes hide them where a log shows its end only.
import { relative } from 'node:path'

const ROOT = `${import.meta.dirname}/../..`

interface Failure {
  /** Those of the suites around it, and its own. */
  names: string[]
  /** From the root of the project. */
  file: string
  line: number | undefined
  message: string
}

const WITH_ANOTHER = new Set<string | undefined>(['subtestsFailed', 'cancelledByParent'])

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
    // The events of a test come in order: its suites are those that began last at each depth above.
    if (type === 'test:start') around.splice(data.nesting, around.length, data.name)
    if (type !== 'test:fail') continue
    const error = data.details?.error
    // A suite fails with its tests, and tests with the hook before them: those say why.
    if (WITH_ANOTHER.has(error?.failureType)) continue
    const failure: Failure = {
      names: [...around.slice(0, data.nesting), data.name],
      file: relative(ROOT, data.file ?? ''),
      line: data.line,
      message: String((error?.cause as Error | undefined)?.message ?? error?.cause ?? error?.message),
    }
    yield `${JSON.stringify(failure)}\n`
  }
}

/** Of an error that shows two long texts, the begin. */
const LINES = 12

/**
 * What went wrong, for the end of a log.
 * @param lines what the reporter wrote
 */
export function toldFailures(lines: string): string {
  const all = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Failure)
  return all
    .map(({ names, file, line, message }) => {
      const said = message
        .split('\n')
        .slice(0, LINES)
        .map((text) => `    ${text}\n`)
      return `✖ ${names.join(' > ')} (${file}:${line})\n${said.join('')}`
    })
    .join('')
}
