import { SingleBar } from 'cli-progress'
import type { Shell } from './shell.ts'

/** Shows the progress of a command. */
export interface ProgressView {
  /** @param done of `total` @param rows so far */
  at: (done: number, rows: number) => void
  end: () => void
}

interface Title {
  title: string
  /** In any unit, such as bytes or rows. */
  total: number
  /** Rows done by an earlier run. */
  from?: number
}

/** Rows between two lines, without a terminal. */
const ROWS_PER_LINE = 50_000

const counted = (rows: number) => Math.round(rows).toLocaleString('en')

/** A progress bar on a terminal, otherwise a line now and then. */
export function progressView(shell: Shell, { title, total, from = 0 }: Title): ProgressView {
  const started = performance.now()
  const rate = (rows: number) => ((rows - from) / Math.max(performance.now() - started, 1)) * 1000
  return shell.terminal ? barOn(shell.terminal, title, total, rate) : linesTo(shell, title, from, rate)
}

function barOn(
  stream: NodeJS.WriteStream,
  title: string,
  total: number,
  rate: (rows: number) => number,
): ProgressView {
  const format = `${title} {bar} {percentage} % | {counted} rows | {rate} rows/s | {eta_formatted} left`
  const bar = new SingleBar({ format, stream, hideCursor: true, barsize: 30, etaBuffer: 50 })
  bar.start(total, 0, { counted: '0', rate: '0' })
  return {
    at: (done, rows) => bar.update(done, { counted: counted(rows), rate: counted(rate(rows)) }),
    end: () => bar.stop(),
  }
}

function linesTo(shell: Shell, title: string, from: number, rate: (rows: number) => number): ProgressView {
  let printed = from
  return {
    at: (_done, rows) => {
      if (Math.floor(rows / ROWS_PER_LINE) === Math.floor(printed / ROWS_PER_LINE)) return
      printed = rows
      shell.tell(`${title}: ${counted(rows)} rows so far, ${counted(rate(rows))} rows/s`)
    },
    end: () => undefined,
  }
}
