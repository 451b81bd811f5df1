import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { Retry } from '../ui/Retry.tsx'
import { AssignRole } from './AssignRole.tsx'
import type { Outcome } from './approval.ts'
import { useDefaultRole } from './useDefaultRole.ts'

interface Props {
  outcome: Outcome
  retry: () => Promise<void>
  onClose: () => void
}

/** The outcome of a single approval, and the usual next step: assigning a role. */
export const ApprovalDialog = ({ outcome, retry, onClose }: Props) => {
  const translate = useTranslate()
  const may = useMay()
  const id = useId()
  const user = 'user' in outcome ? outcome.user : undefined
  const byDefault = useDefaultRole()
  const { name } = outcome.registration
  const canAssign = may('users', 'roles.write') && may('roles', 'list')
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>
        {translate(`registrations.approval.${user ? 'one' : 'failed'}`, { name: user?.name ?? name })}
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          {'error' in outcome && <Retry error={outcome.error} retry={retry} />}
          {user && (
            <Typography variant="body2" color="textSecondary">
              {translate('registrations.approval.registered', { role: byDefault })}
            </Typography>
          )}
          {user && canAssign && <AssignRole user={user} onGiven={onClose} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        {user && (
          <Button component={RouterLink} to={`/users/${user.id}`}>
            {translate('registrations.approval.profile')}
          </Button>
        )}
        <Button onClick={onClose} variant="outlined">
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
