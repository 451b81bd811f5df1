import { useEffect, useRef, useState } from 'react'
import { client } from '../../api/session.ts'
import { useChange } from '../../api/useChange.ts'
import type { NewUser, RowFault } from './mapping.ts'

/** What is sent: the rows with their positions in the file, and a role for all. */
interface Work {
  rows: readonly { row: number; user: NewUser }[]
  roles: { roles?: number[]; expires_at?: string | null }
}

/** How far a check or an import has come. */
export interface Progress {
  state: 'running' | 'stopping' | 'paused' | 'ended'
  handled: number
  total: number
  /** Number of users created so far. */
  created: number
  faults: readonly RowFault[]
  /** Why it paused, unless the user stopped it. */
  error?: unknown
}

export interface Pass {
  /** Undefined before the start. */
  progress: Progress | undefined
  start: (work: Work) => void
  /** Continues after the last answer. */
  resume: () => void
  /** A check stops at once; an import after the current step, whose result would be unknown. */
  stop: () => void
  forget: () => void
}

type Report =
  Awaited<ReturnType<ReturnType<typeof client.users.bulkCreate>['next']>> extends infer R
    ? R extends { done?: false; value: infer V }
      ? V
      : never
    : never

function withReport(before: Progress, { rows }: Work, report: Report): Progress {
  const faults = report.left_out.map(({ index, field, message, code }) => ({
    row: rows[index]?.row ?? index,
    field,
    message,
    code,
  }))
  return {
    ...before,
    handled: before.total - report.remaining,
    created: before.created + report.created.length,
    faults: [...before.faults, ...faults],
    // Without authority, it is refused as a call without it would be.
    ...(report.stopped && { error: { message: report.stopped.message, status: 403 } }),
  }
}

/** Sends the rows in steps: a dry run that checks them, or the import. */
export function usePass(dryRun: boolean): Pass {
  const change = useChange()
  const [progress, setProgress] = useState<Progress>()
  const work = useRef<Work>(undefined)
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(), [])

  const send = async (work: Work, from: Progress, { signal }: AbortController) => {
    const { error: _error, ...before } = from
    let now: Progress = { ...before, state: 'running' }
    // A check that was forgotten says nothing any more.
    const show = () => (signal.aborted && dryRun ? undefined : setProgress(now))
    show()
    try {
      const users = work.rows.map(({ user }) => user)
      const options = { ...work.roles, dryRun, after: now.handled - 1, ...(dryRun && { signal }) }
      for await (const report of client.users.bulkCreate(users, options)) {
        now = withReport(now, work, report)
        if (signal.aborted) break
        show()
      }
    } catch (error) {
      now = { ...now, error }
    }
    now = { ...now, state: now.handled === now.total ? 'ended' : 'paused' }
    show()
  }

  const run = (from: Progress) => {
    if (!work.current) return
    const one = new AbortController()
    control.current = one
    const act = () => send(work.current as Work, from, one)
    // One change for the whole import: the page refetches once.
    void (dryRun ? act() : change(act))
  }

  return {
    progress,
    start: (todo) => {
      work.current = todo
      run({ state: 'running', handled: 0, total: todo.rows.length, created: 0, faults: [] })
    },
    resume: () => progress && run(progress),
    stop: () => {
      control.current?.abort()
      setProgress((now) => now && { ...now, state: dryRun ? 'paused' : 'stopping' })
    },
    forget: () => {
      control.current?.abort()
      setProgress(undefined)
    },
  }
}
