import { Alert, Box } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { RotateCcw, UserX } from 'lucide-react'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMay } from '../../api/me.ts'
import { useAction } from '../../features/mutations/useAction.tsx'
import { useFormatLocale } from '../../i18n/format.ts'
import { CommandButton } from '../../ui/CommandButton.tsx'
import { dayOf, shownDay } from '../../ui/days.ts'
import { RetryQuery } from '../../ui/Retry.tsx'
import { When } from '../../ui/When.tsx'
import { useLockReason } from '../useLockReason.ts'
import type { User } from '../user.ts'
import { changesOfUser, userQuery } from './queries.ts'
import { restoreOffboarding } from './restoreOffboarding.ts'
import { useOffboarding } from './useOffboarding.ts'

type Restored = Awaited<ReturnType<typeof restoreOffboarding>>

/** When the user's access was ended and what they held, with a button that restores it. */
export const Offboarded = ({ user }: { user: User }) => {
  const translate = useTranslate()
  const may = useMay()
  const locale = useFormatLocale()
  const [leftOut, setLeftOut] = useState<Restored['left_out']>([])
  const { query, last } = useOffboarding(user)
  const beyond = useLockReason(user)
  const restoration = useAction(async (id: number) => {
    const { left_out } = await restoreOffboarding(user.id, id)
    setLeftOut(left_out)
    return { message: translate('users.offboarding.restored', { name: user.name }) }
  }, changesOfUser(user.id))
  const by = useQuery({ ...userQuery(last?.created_by ?? 0), enabled: Boolean(last?.created_by) })
  if (leftOut.length > 0) return <LeftOut roles={leftOut} onClose={() => setLeftOut([])} />
  if (query.error) return <RetryQuery query={query} />
  if (!last) return null
  const roles = last.roles.map(({ name, expires_at: end }) =>
    end === null
      ? name
      : translate('users.offboarding.until', { role: name, day: shownDay(dayOf(end), locale) }),
  )
  const who = by.data?.name
  return (
    <Alert
      severity="warning"
      icon={<UserX size={16} />}
      action={
        may('users', 'offboarding-restore', user) &&
        !beyond && (
          <CommandButton
            icon={RotateCcw}
            color="inherit"
            variant="outlined"
            sx={{ flex: 'none' }}
            loading={restoration.busy}
            onClick={() => void restoration.run(last.id)}
          >
            {translate('users.offboarding.restore')}
          </CommandButton>
        )
      }
    >
      <Box>
        {who === undefined
          ? translate('users.offboarding.ended')
          : translate('users.offboarding.ended_by', { name: who })}{' '}
        <When at={last.created_at} absolute />.
      </Box>
      <Box>
        {roles.length === 0
          ? translate('users.offboarding.held_none')
          : translate('users.offboarding.held', { roles: roles.join(', ') })}{' '}
        {translate('users.offboarding.ended_tokens', { smart_count: last.count_tokens })}
      </Box>
    </Alert>
  )
}

const LeftOut = ({ roles, onClose }: { roles: Restored['left_out']; onClose: () => void }) => {
  const translate = useTranslate()
  return (
    <Alert severity="warning" onClose={onClose}>
      {translate('users.offboarding.left_out')}
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {roles.map(({ id, name, message }) => (
          <li key={id}>
            <strong>{name}</strong> {message}
          </li>
        ))}
      </Box>
    </Alert>
  )
}
