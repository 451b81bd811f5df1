import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Stack,
  Typography,
} from '@mui/material'
import { type FormEvent, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMay } from '../api/me.ts'
import { RolePicker } from '../features/grants/RolePicker.tsx'
import type { PickerOption } from '../ui/RecordPicker.tsx'
import type { Registration } from './approval.ts'
import { Outcomes } from './Outcomes.tsx'
import { type Approvals, useApprovals } from './useApprovals.ts'

interface Props {
  registrations: Registration[]
  onClose: () => void
}

/** Approves many registrations with a role: confirmation, progress, and the outcome of each. */
export const ApproveManyDialog = ({ registrations, onClose }: Props) => {
  const translate = useTranslate()
  const may = useMay()
  const id = useId()
  const [role, setRole] = useState<PickerOption | null>(null)
  const approvals = useApprovals(registrations)
  const { stage, outcomes, done } = approvals
  const total = registrations.length
  const left = total - done
  const canAssign = may('users', 'roles.write') && may('roles', 'list')
  const isOver = left === 0
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (stage !== 'running') void approvals.run(role)
  }
  return (
    // No dismissal while it runs: it would continue invisibly.
    <Dialog
      open
      onClose={stage === 'running' ? undefined : onClose}
      aria-labelledby={id}
      maxWidth="sm"
      fullWidth
    >
      <form onSubmit={onSubmit}>
        <DialogTitle id={id}>
          {stage === 'asking'
            ? translate('registrations.approval.ask', { smart_count: total })
            : translate('registrations.approval.many', { count: done, total })}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2 }}>
            <Typography variant="body2" color="textSecondary">
              {translate(`registrations.approval.${stage === 'asking' ? 'ask_text' : 'registered'}`, {
                smart_count: total,
              })}
            </Typography>
            {stage === 'running' && <Progress tried={outcomes.length} total={total} done={done} />}
            {stage !== 'asking' && <SoFar approvals={approvals} role={role} left={left} />}
            {canAssign && stage !== 'running' && done === 0 && (
              <RolePicker
                value={role}
                onChange={setRole}
                label={translate('registrations.approval.role')}
                hint={translate('registrations.approval.role_hint')}
                autoFocus={stage === 'asking'}
              />
            )}
            {outcomes.length > 0 && <Outcomes outcomes={outcomes} />}
          </Stack>
        </DialogContent>
        <DialogActions>
          {stage === 'running' ? (
            <Button onClick={approvals.stop}>{translate('registrations.approval.stop')}</Button>
          ) : (
            <Button onClick={onClose} variant={isOver ? 'outlined' : 'text'}>
              {translate(stage === 'asking' ? 'ra.action.cancel' : 'ra.action.close')}
            </Button>
          )}
          {stage !== 'running' && !isOver && (
            <Button type="submit" variant="contained">
              {translate(`registrations.${stage === 'asking' ? 'approve_many' : 'approval.go_on'}`, {
                smart_count: left,
              })}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

const Progress = ({ done, tried, total }: { done: number; tried: number; total: number }) => {
  const translate = useTranslate()
  const text = translate('registrations.approval.many', { count: done, total })
  return (
    <Box>
      <LinearProgress variant="determinate" value={Math.round((100 * tried) / total)} aria-label={text} />
    </Box>
  )
}

interface SoFarProps {
  approvals: Approvals
  role: PickerOption | null
  left: number
}

/** A live region only at the end, so that screen readers do not announce each step. */
const SoFar = ({ approvals: { stage, done }, role, left }: SoFarProps) => {
  const translate = useTranslate()
  const isOver = stage === 'ended'
  return (
    <Box {...(isOver && { role: 'status' })}>
      {isOver && left > 0 && (
        <Typography variant="body2" sx={{ fontWeight: 550 }}>
          {translate('registrations.approval.left', { smart_count: left })}
        </Typography>
      )}
      {role && done > 0 && (
        <Typography variant="body2">
          {translate('registrations.approval.given', { smart_count: done, role: role.name })}
        </Typography>
      )}
    </Box>
  )
}
