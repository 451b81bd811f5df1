import { Box, Link, Stack, Typography } from '@mui/material'
import { CircleCheck, CircleX } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { refusalText } from '../ui/refusal.ts'
import type { Outcome } from './approval.ts'

/** The failed registrations with their reasons, then the approved ones. */
export const Outcomes = ({ outcomes }: { outcomes: Outcome[] }) => {
  const translate = useTranslate()
  const failed = outcomes.filter((outcome) => 'error' in outcome)
  const approved = outcomes.filter((outcome) => 'user' in outcome)
  return (
    <Stack
      component="ul"
      aria-label={translate('registrations.title')}
      sx={{ m: 0, p: 0, gap: 1, listStyle: 'none', maxHeight: 320, overflowY: 'auto' }}
    >
      {[...failed, ...approved].map((outcome) => (
        <OutcomeLine key={outcome.registration.id} outcome={outcome} />
      ))}
    </Stack>
  )
}

const OutcomeLine = ({ outcome }: { outcome: Outcome }) => {
  const translate = useTranslate()
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
            {refusalText(outcome.error, translate)}
          </Typography>
        )}
      </Box>
    </Stack>
  )
}
