import { Button, LinearProgress, Stack, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useFormatLocale } from '../../i18n/format.ts'
import { Section } from '../../ui/Section.tsx'
import { Head } from './Head.tsx'
import type { Pass, Progress } from './usePass.ts'

/** A check or an import under way. */
export const Running = ({
  pass,
  progress,
  kind,
}: {
  pass: Pass
  progress: Progress
  kind: 'checking' | 'importing'
}) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const { handled, total, state } = progress
  const text = translate('users.import.progress', {
    count: handled.toLocaleString(locale),
    total: total.toLocaleString(locale),
  })
  return (
    <Section>
      <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
        <Head isResult>{translate(`users.import.${kind}`)}</Head>
        <LinearProgress
          variant="determinate"
          value={Math.round((100 * handled) / Math.max(total, 1))}
          aria-label={text}
          sx={{ width: '100%' }}
        />
        <Typography variant="body2" color="textSecondary" className="tabular">
          {text}
        </Typography>
        <Button variant="outlined" onClick={pass.stop} disabled={state === 'stopping'}>
          {translate(`users.import.${state === 'stopping' ? 'stopping' : 'stop'}`)}
        </Button>
      </Stack>
    </Section>
  )
}
