import { Box, Link, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, LogIn, type LucideIcon, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../../api/me.ts'
import { RetryQuery } from '../../ui/Retry.tsx'
import { When } from '../../ui/When.tsx'
import { nextEndOf } from '../heldRole.ts'
import type { User } from '../user.ts'
import { rolesQuery } from './queries.ts'

/** What most visitors of the page look for: the last sign-in, the roles, and when access ends next. */
export const Summary = ({ user }: { user: User }) => {
  const translate = useTranslate()
  const may = useMay()
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, mt: -1, mb: 2 }}>
      <Item icon={LogIn}>
        {translate('users.summary.last_login')} <When at={user.last_login_at} />
      </Item>
      {may('users', 'roles.read', user) && user.deleted_at === null && <Roles user={user} />}
    </Stack>
  )
}

const Roles = ({ user }: { user: User }) => {
  const translate = useTranslate()
  const query = useQuery(rolesQuery(user.id))
  const { data: roles } = query
  if (!roles) return <RetryQuery query={query} />
  const end = nextEndOf(roles)
  return (
    <>
      <Item icon={ShieldCheck}>
        <Link component={RouterLink} to={`/users/${user.id}/roles`} color="inherit">
          {translate('users.summary.roles', { smart_count: roles.length })}
        </Link>
      </Item>
      {roles.length > 0 && (
        <Item icon={CalendarClock} isUrgent={end?.isSoon ?? false}>
          {end ? (
            <>
              {end.roles.map(({ name }) => name).join(', ')} {translate('users.summary.ends')}{' '}
              <When at={end.at} absolute />
            </>
          ) : (
            translate('users.summary.endless')
          )}
        </Item>
      )}
    </>
  )
}

interface ItemProps {
  icon: LucideIcon
  isUrgent?: boolean
  children: ReactNode
}

const Item = ({ icon: Icon, isUrgent = false, children }: ItemProps) => (
  <Stack
    direction="row"
    sx={{
      alignItems: 'center',
      gap: 0.75,
      fontSize: '0.8125rem',
      color: isUrgent ? 'text.primary' : 'text.secondary',
      fontWeight: isUrgent ? 550 : 400,
    }}
  >
    <Box sx={{ display: 'flex', color: isUrgent ? 'warning.main' : 'inherit' }}>
      <Icon size={15} strokeWidth={1.75} aria-hidden />
    </Box>
    <span>{children}</span>
  </Stack>
)
