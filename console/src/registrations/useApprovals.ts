import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Pick } from '../ui/RecordPicker.tsx'
import { approve, type Outcome, type Registration } from './approval.ts'

export interface Approvals {
  /** Before the first one, while it goes on, and afterwards, however it ended. */
  stage: 'asking' | 'running' | 'ended'
  /** Of those that have been tried; the latest of each. */
  outcomes: Outcome[]
  /** Approved so far, each with the role. */
  done: number
  /** Approves those that are not yet. */
  run: (role: Pick | null) => Promise<void>
  /** After the one that is under way. */
  stop: () => void
}

/** Approves many, one after the other, as often as it takes: those that are approved are passed over. */
export function useApprovals(registrations: Registration[]): Approvals {
  const queries = useQueryClient()
  const [stage, setStage] = useState<Approvals['stage']>('asking')
  const [known, setKnown] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const isStopped = useRef(false)

  const run = async (role: Pick | null) => {
    isStopped.current = false
    setStage('running')
    const latest = new Map(known)
    for (const registration of registrations) {
      const before = latest.get(registration.id)
      if (isStopped.current || (before && 'user' in before)) continue
      latest.set(registration.id, await approve(registration, role))
      setKnown(new Map(latest))
    }
    setStage('ended')
    void queries.invalidateQueries()
  }
  const outcomes = [...known.values()]
  return {
    stage,
    outcomes,
    done: outcomes.filter((outcome) => 'user' in outcome).length,
    run,
    stop: () => {
      isStopped.current = true
    },
  }
}
