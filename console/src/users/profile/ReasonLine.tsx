import { Link, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../../api/me.ts'
import { When } from '../../ui/When.tsx'

interface Reason {
  role: { id: number; name: string }
  since: string
  until: string | null
}

/** "through the role Editor, since 3 May 2026, until 1 June 2026" */
export const ReasonLine = ({ reason: { role, since, until } }: { reason: Reason }) => {
  const translate = useTranslate()
  const may = useMay()
  return (
    <Typography variant="body2" color="textSecondary" component="div">
      {translate('users.reason.through')}{' '}
      {may('roles', 'read') ? (
        <Link component={RouterLink} to={`/roles/${role.id}`} color="textPrimary" underline="always">
          {role.name}
        </Link>
      ) : (
        role.name
      )}
      , {translate('users.reason.since')} <When at={since} absolute />
      {until !== null && (
        <>
          , {translate('users.reason.until')} <When at={until} absolute />
        </>
      )}
    </Typography>
  )
}
