import { Button } from '@mui/material'
import { RotateCw } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { useAction } from '../features/mutations/useAction.tsx'
import { useKindName } from './columns.tsx'
import type { Mail } from './mail.ts'

/** Sends a mail again, or tries one that waits at once. */
export const Resend = ({ mail: { id, kind, state, address } }: { mail: Mail }) => {
  const translate = useTranslate()
  const nameOf = useKindName()
  const isWaiting = state === 'waiting'
  const whom = address ?? translate('mails.hidden')
  const resend = useAction(async () => {
    await client.request('POST', '/api/mails/{id}/resend', { path: { id: String(id) } })
    return { message: translate(isWaiting ? 'mails.tried' : 'mails.resent', { address: whom }) }
  })
  const key = isWaiting ? 'mails.try' : 'mails.resend'
  return (
    <Button
      startIcon={<RotateCw size={15} />}
      loading={resend.busy}
      onClick={() => void resend.run()}
      aria-label={translate(`${key}_to`, { address: whom, kind: nameOf(kind) })}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {translate(key)}
    </Button>
  )
}
