import type { BulkReport } from '@rolecall/client'
import { useRef, useState } from 'react'
import { client } from '../../api/session.ts'
import { useChange } from '../../api/useChange.ts'
import type { BulkResource } from './selection.ts'

export interface Progress {
  /** Before, during and after the run, whatever its result. */
  stage: 'asking' | 'running' | 'ended'
  changed: number
  unchanged: number
  leftOut: BulkReport['left_out']
  /** Records that are not handled yet; undefined before the first report. */
  remaining: number | undefined
  /** Why the run ended early. */
  error: unknown
}

const BEFORE: Progress = {
  stage: 'asking',
  changed: 0,
  unchanged: 0,
  leftOut: [],
  remaining: undefined,
  error: undefined,
}

interface BulkRun extends Progress {
  /** Begins, or goes on after the last report. */
  start: () => Promise<void>
  /** Stops after the current step. */
  stop: () => void
}

/**
 * Runs a bulk action step by step. A run that was stopped or failed goes on where it ended.
 * @param input the selection, and the action's own fields
 */
export function useBulkRun(resource: BulkResource, action: string, input: object): BulkRun {
  const change = useChange()
  const [progress, setProgress] = useState(BEFORE)
  const after = useRef<number>(undefined)
  const isStopped = useRef(false)
  const note = ({ done, unchanged, left_out, remaining, stopped, next }: BulkReport) => {
    after.current = next ?? undefined
    setProgress((before) => ({
      ...before,
      changed: before.changed + done.length,
      unchanged: before.unchanged + unchanged,
      leftOut: [...before.leftOut, ...left_out],
      remaining,
      error: stopped ? new Error(stopped.message) : undefined,
    }))
  }
  const start = async () => {
    isStopped.current = false
    setProgress((before) => ({ ...before, stage: 'running', error: undefined }))
    const everyStep = async () => {
      for await (const report of reportsOf(resource, action, input, after.current)) {
        note(report)
        if (isStopped.current) return
      }
    }
    // One change for all: the page refetches once.
    await change(everyStep, { refetchesOnError: true }).catch((error: unknown) =>
      setProgress((before) => ({ ...before, error })),
    )
    setProgress((before) => ({ ...before, stage: 'ended' }))
  }
  return {
    ...progress,
    start,
    stop: () => {
      isStopped.current = true
    },
  }
}

/** The reports of a bulk action, one for each step. The form that fills `input` knows its fields, the types do not. */
export const reportsOf = (
  resource: BulkResource,
  action: string,
  input: object,
  after?: number,
): AsyncIterable<BulkReport> =>
  client.resource(resource).bulkAll(action as never, input as never, after === undefined ? {} : { after })
