import { useRef, useState } from 'react'
import { useChange } from '../api/useChange.ts'
import type { PickerOption } from '../ui/RecordPicker.tsx'
import { approve, type Outcome, type Registration } from './approval.ts'

export interface Approvals {
  /** Before, during and after the run, whatever its result. */
  stage: 'asking' | 'running' | 'ended'
  /** The latest outcome of each attempted registration. */
  outcomes: Outcome[]
  /** Number of registrations approved so far, including the role. */
  done: number
  /** Approves the registrations that are not approved yet. */
  run: (role: PickerOption | null) => Promise<void>
  /** Stops after the current registration. */
  stop: () => void
}

/** Approves registrations one after the other. A repeated run skips those that are approved. */
export function useApprovals(registrations: Registration[]): Approvals {
  const change = useChange()
  const [stage, setStage] = useState<Approvals['stage']>('asking')
  const [known, setKnown] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const isStopped = useRef(false)

  const run = async (role: PickerOption | null) => {
    isStopped.current = false
    setStage('running')
    const latest = new Map(known)
    // One change for all: the page refetches once.
    await change(async () => {
      for (const registration of registrations) {
        const before = latest.get(registration.id)
        if (isStopped.current || (before && 'user' in before)) continue
        latest.set(registration.id, await approve(registration, role))
        setKnown(new Map(latest))
      }
    })
    setStage('ended')
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
