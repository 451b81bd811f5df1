import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApprovalDialog } from './ApprovalDialog.tsx'
import { approveAll, type Outcome, type Registration } from './approval.ts'

interface Approval {
  approve: (registrations: Registration[]) => void
  /** How many are done, while it goes on. */
  progress: number | undefined
  /** To be put on the page. */
  dialog: ReactNode
}

export function useApproval(): Approval {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<number>()
  const [outcomes, setOutcomes] = useState<Outcome[]>()
  const approve = async (registrations: Registration[]) => {
    setProgress(0)
    const all = await approveAll(registrations, setProgress)
    setProgress(undefined)
    setOutcomes(all)
    void queries.invalidateQueries()
  }
  return {
    approve: (registrations) => void approve(registrations),
    progress,
    dialog: outcomes && <ApprovalDialog outcomes={outcomes} onClose={() => setOutcomes(undefined)} />,
  }
}
