import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  GlobalStyles,
  Stack,
  Typography,
} from '@mui/material'
import { Check, Copy, Download, Printer } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { download } from '../../features/export/csv.ts'
import { useFormatLocale } from '../../i18n/format.ts'
import type { User } from '../user.ts'

interface Props {
  codes: string[]
  user: User
  onClose: () => void
}

const FILE_NAME = 'recovery-codes.txt'

/** On paper, only the codes. */
const PRINT = {
  '@media print': {
    'body > :not([data-printed])': { display: 'none !important' },
    '[data-printed] .MuiDialog-paper': { border: 0, maxHeight: 'none', color: '#000', background: '#fff' },
    '[data-printed] .not-printed': { display: 'none !important' },
  },
}

/** Recovery codes, which are shown this once. Only the button closes the dialog. */
export const RecoveryCodes = ({ codes, user, onClose }: Props) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const id = useId()
  const [isCopied, setCopied] = useState(false)
  const owner = translate('own.codes.of', {
    email: user.email ?? user.name,
    host: location.host,
    day: new Date().toLocaleDateString(locale, { dateStyle: 'long' }),
  })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopied(true)
    } catch {
      // No permission or no TLS: the codes can be selected, downloaded or printed.
    }
  }
  const text = [owner, translate('own.codes.each'), '', ...codes, ''].join('\n')
  return (
    <Dialog open data-printed aria-labelledby={id} maxWidth="sm" fullWidth>
      <GlobalStyles styles={PRINT} />
      <DialogTitle id={id}>{translate('factors.recovery_codes')}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2, pt: 1 }}>
          <Alert severity="warning" className="not-printed">
            {translate('own.codes.once')}
          </Alert>
          <Typography variant="body2" color="textSecondary">
            {owner} {translate('own.codes.each')}
          </Typography>
          <Box
            component="ol"
            aria-label={translate('factors.recovery_codes')}
            sx={{
              m: 0,
              pl: 4,
              display: 'grid',
              gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
              columnGap: 4,
              rowGap: 0.75,
            }}
          >
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </Box>
          <Stack direction="row" useFlexGap className="not-printed" sx={{ flexWrap: 'wrap', gap: 1 }}>
            <Button
              variant="outlined"
              startIcon={isCopied ? <Check size={16} /> : <Copy size={16} />}
              onClick={() => void copy()}
              autoFocus
            >
              {translate(isCopied ? 'ui.copied' : 'ui.copy')}
            </Button>
            <Button
              variant="outlined"
              startIcon={<Download size={16} />}
              onClick={() => download(new Blob([text], { type: 'text/plain;charset=utf-8' }), FILE_NAME)}
            >
              {translate('own.codes.download')}
            </Button>
            <Button variant="outlined" startIcon={<Printer size={16} />} onClick={() => print()}>
              {translate('own.codes.print')}
            </Button>
          </Stack>
        </Stack>
      </DialogContent>
      <DialogActions className="not-printed">
        <Button variant="contained" onClick={onClose}>
          {translate('own.codes.kept')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
