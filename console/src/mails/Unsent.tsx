import { Alert, AlertTitle, Box, Stack } from '@mui/material'
import { MailWarning } from 'lucide-react'
import { useTranslate } from 'react-admin'

/** Where mails are while none is sent, and how to change that. */
export const Unsent = ({ folder }: { folder: string }) => {
  const translate = useTranslate()
  return (
    <Alert severity="warning" role="note" icon={<MailWarning size={18} />} sx={{ mb: 2 }}>
      <AlertTitle>{translate('mails.unsent.title')}</AlertTitle>
      <Stack sx={{ gap: 0.75 }}>
        <span>
          {translate('mails.unsent.files')}{' '}
          <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
            {folder}
          </Box>
        </span>
        <span>{translate('mails.unsent.codes')}</span>
        <span>{translate('mails.unsent.change')}</span>
      </Stack>
    </Alert>
  )
}
