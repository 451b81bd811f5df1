import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Link,
  Stack,
  Typography,
} from '@mui/material'
import { CircleCheck, CircleX } from 'lucide-react'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { refusalOf } from '../ui/refusal.ts'
import type { Outcome, User } from './approval.ts'
import { GiveRole } from './GiveRole.tsx'

interface Props {
  outcomes: Outcome[]
  onClose: () => void
}

/** What became of each of them, and what usually comes next: a role. */
export const ApprovalDialog = ({ outcomes, onClose }: Props) => {
  const translate = useTranslate()
  const may = useMay()
  const id = useId()
  const users: User[] = outcomes.flatMap((outcome) => ('user' in outcome ? [outcome.user] : []))
  const [only] = users
  const isOne = outcomes.length === 1
  const title =
    isOne && only
      ? translate('registrations.approval.one', { name: only.name })
      : translate('registrations.approval.many', { count: users.length, total: outcomes.length })
  const canGive = users.length > 0 && may('users', 'roles.write') && may('roles', 'list')
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          {!(isOne && only) && <Outcomes outcomes={outcomes} />}
          {users.length > 0 && (
            <Typography variant="body2" color="textSecondary">
              {translate('registrations.approval.registered', { smart_count: users.length })}
            </Typography>
          )}
          {canGive && <GiveRole users={users} onGiven={onClose} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        {only && users.length === 1 && (
          <Button component={RouterLink} to={`/users/${only.id}`}>
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

const Outcomes = ({ outcomes }: { outcomes: Outcome[] }) => (
  <Stack component="ul" sx={{ m: 0, p: 0, gap: 1, listStyle: 'none', maxHeight: 320, overflowY: 'auto' }}>
    {outcomes.map((outcome) => (
      <OutcomeLine key={outcome.registration.id} outcome={outcome} />
    ))}
  </Stack>
)

const OutcomeLine = ({ outcome }: { outcome: Outcome }) => {
  const isDone = 'user' in outcome
  const Icon = isDone ? CircleCheck : CircleX
  const to = isDone ? `/users/${outcome.user.id}` : `/registrations/${outcome.registration.id}`
  return (
    <Stack component="li" direction="row" sx={{ gap: 1.25 }}>
      <Box sx={{ display: 'flex', pt: 0.25, color: isDone ? 'success.main' : 'error.main' }}>
        <Icon size={17} strokeWidth={1.75} aria-hidden />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Link component={RouterLink} to={to} variant="body2" sx={{ fontWeight: 550 }}>
          {outcome.registration.name}
        </Link>
        {!isDone && (
          <Typography variant="body2" color="textSecondary">
            {refusalOf(outcome.error).messages.join(' ')}
          </Typography>
        )}
      </Box>
    </Stack>
  )
}
