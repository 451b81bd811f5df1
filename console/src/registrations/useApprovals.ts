import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../api/session.ts'
import type { Pick } from '../ui/RecordPicker.tsx'
import { approve, type Outcome, type Registration } from './approval.ts'

export interface Approvals {
  /** Before the first one, while it goes on, and afterwards, however it ended. */
  stage: 'asking' | 'running' | 'ended'
  /** Of those that have been tried; the latest of each. */
  outcomes: Outcome[]
  /** Approved so far. */
  done: number
  /** Those of the approved that have the role, where one was chosen. */
  given: number
  /** Why the role could not be given to the others. */
  roleError: unknown
  /** Approves those that are not yet, and gives the role to those that have none yet. */
  run: (role: Pick | null) => Promise<void>
  /** After the one that is under way. */
  stop: () => void
}

/** Approves many, one after the other, as often as it takes: those that are approved are passed over. */
export function useApprovals(registrations: Registration[]): Approvals {
  const queries = useQueryClient()
  const [stage, setStage] = useState<Approvals['stage']>('asking')
  const [known, setKnown] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const [holders, setHolders] = useState<ReadonlySet<number>>(new Set())
  const [roleError, setRoleError] = useState<unknown>()
  const isStopped = useRef(false)

  const run = async (role: Pick | null) => {
    isStopped.current = false
    setRoleError(undefined)
    setStage('running')
    const latest = new Map(known)
    for (const registration of registrations) {
      const before = latest.get(registration.id)
      if (isStopped.current || (before && 'user' in before)) continue
      latest.set(registration.id, await approve(registration))
      setKnown(new Map(latest))
    }
    const ids = [...latest.values()].flatMap((outcome) => ('user' in outcome ? [outcome.user.id] : []))
    const without = ids.filter((id) => !holders.has(id))
    if (role && without.length > 0) {
      try {
        await client.roles.relation(role.id, 'users').add(without)
        setHolders(new Set(ids))
      } catch (error) {
        setRoleError(error)
      }
    }
    setStage('ended')
    void queries.invalidateQueries()
  }
  const outcomes = [...known.values()]
  return {
    stage,
    outcomes,
    done: outcomes.filter((outcome) => 'user' in outcome).length,
    given: holders.size,
    roleError,
    run,
    stop: () => {
      isStopped.current = true
    },
  }
}
