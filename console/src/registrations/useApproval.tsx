import { type ReactNode, useState } from 'react'
import { useChange } from '../api/useChange.ts'
import { ApprovalDialog } from './ApprovalDialog.tsx'
import { ApproveManyDialog } from './ApproveManyDialog.tsx'
import { approve, type Outcome, type Registration } from './approval.ts'

interface Approval {
  /** Approves a single registration immediately; for several, opens a dialog first. */
  approve: (registrations: Registration[]) => void
  /** True while a registration is being approved. */
  isBusy: boolean
  /** To be rendered by the page. */
  dialog: ReactNode
}

export function useApproval(): Approval {
  const change = useChange()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const [many, setMany] = useState<Registration[]>()
  const approveOne = async (registration: Registration) => {
    setBusy(true)
    setOutcome(await change(() => approve(registration)))
    setBusy(false)
  }
  return {
    approve: (registrations) => {
      const [only] = registrations
      if (only && registrations.length === 1) void approveOne(only)
      else setMany(registrations)
    },
    isBusy,
    dialog: (
      <>
        {outcome && (
          <ApprovalDialog
            outcome={outcome}
            retry={() => approveOne(outcome.registration)}
            onClose={() => setOutcome(undefined)}
          />
        )}
        {many && <ApproveManyDialog registrations={many} onClose={() => setMany(undefined)} />}
      </>
    ),
  }
}
