import { type ReactNode, useState } from 'react'
import { useChange } from '../api/useChange.ts'
import { ApprovalDialog } from './ApprovalDialog.tsx'
import { approve, type Outcome, type Registration } from './approval.ts'

interface Approval {
  /** Approves a registration immediately, and shows the usual next step. */
  approve: (registration: Registration) => void
  /** True while a registration is being approved. */
  isBusy: boolean
  /** To be rendered by the page. */
  dialog: ReactNode
}

export function useApproval(): Approval {
  const change = useChange()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const approveOne = async (registration: Registration) => {
    setBusy(true)
    setOutcome(await change(() => approve(registration)))
    setBusy(false)
  }
  return {
    approve: (registration) => void approveOne(registration),
    isBusy,
    dialog: outcome && (
      <ApprovalDialog
        outcome={outcome}
        retry={() => approveOne(outcome.registration)}
        onClose={() => setOutcome(undefined)}
      />
    ),
  }
}
