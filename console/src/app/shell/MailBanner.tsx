import { Alert, Link } from '@mui/material'
import { MailWarning } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink, useLocation } from 'react-router-dom'
import { useMe } from '../../api/me.ts'

const OUTBOX = '/mails'

/** Says that mail is not being sent, to those who may manage it. The outbox itself says more. */
export const MailBanner = () => {
  const translate = useTranslate()
  const { pathname } = useLocation()
  const { is_mail_sent: isSent } = useMe()
  if (isSent !== false || pathname === OUTBOX) return null
  return (
    <Alert
      severity="warning"
      role="note"
      icon={<MailWarning size={16} />}
      sx={{ border: 0, borderBottom: 1, borderColor: 'divider', borderRadius: 0, px: { xs: 2, md: 4 } }}
    >
      {translate('mails.unsent.banner')}{' '}
      <Link component={RouterLink} to={OUTBOX}>
        {translate('mails.unsent.how')}
      </Link>
    </Alert>
  )
}
