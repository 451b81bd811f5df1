import { Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useMe } from '../../api/me.ts'
import { client } from '../../api/session.ts'

/** Tells administrators, who can change it, that the session is not in a cookie here. */
export const SessionNote = () => {
  const translate = useTranslate()
  const { may } = useMe()
  if (client.readToken() === undefined || may.users.operations.create !== 'all') return null
  return (
    <Typography variant="caption" color="textSecondary" component="p" sx={{ pt: 0.5 }}>
      {translate('app.user_menu.session_in_tab')}
    </Typography>
  )
}
