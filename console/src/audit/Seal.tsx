import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslate } from 'react-admin'
import { sealQuery } from '../features/entries/seal.ts'
import { useFormatLocale } from '../i18n/format.ts'
import { Facts } from '../ui/Facts.tsx'
import { RetryQuery } from '../ui/Retry.tsx'
import { usePageState } from '../ui/usePageState.ts'
import { When } from '../ui/When.tsx'

const REFRESH_MS = 30_000

/** Entries are usually sealed within a second, and behind a large import within some. */
const MAX_WAIT_MS = 120_000

/** In the address. */
const CLOSED = { seal: '' }

const query = { ...sealQuery(), refetchInterval: REFRESH_MS }

type State = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof sealQuery>['queryFn']>>>>

const isStalled = ({ unsealed_since: since }: State): boolean =>
  since !== null && Date.parse(since) < Date.now() - MAX_WAIT_MS

/** Whether later changes of entries would be found, and what to do so that they are. */
export const Seal = () => {
  const translate = useTranslate()
  const [{ seal }, set] = usePageState(CLOSED)
  const read = useQuery(query)
  const id = useId()
  const { data } = read
  if (read.error && !data) return <RetryQuery query={read} />
  if (!data) return <Box sx={{ height: 54, mb: 2 }} />
  const isOpen = seal !== ''
  const isOff = data.origin === null
  const isGood = !isOff && data.checkpoint?.is_shipped === true && !isStalled(data)
  const Icon = isGood ? ShieldCheck : ShieldAlert
  return (
    <Paper component="section" variant="outlined" aria-label={translate('audit.seal.title')} sx={{ mb: 2 }}>
      <Stack
        direction="row"
        useFlexGap
        sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1.25, rowGap: 0.5, px: 2, py: 1 }}
      >
        <Box sx={{ display: 'flex', color: isGood ? 'success.main' : 'warning.main' }}>
          <Icon size={18} aria-hidden />
        </Box>
        <Typography variant="body2" sx={{ flex: 1, minWidth: 200 }}>
          <Summary {...data} />
        </Typography>
        <Button
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => set({ seal: isOpen ? '' : 'open' })}
        >
          {translate(`audit.seal.${isOpen ? 'less' : isOff ? 'how' : 'more'}`)}
        </Button>
      </Stack>
      {isOpen && (
        <Stack id={id} sx={{ gap: 1.5, px: 2, pt: 0.5, pb: 2 }}>
          <Text>{translate('audit.seal.explained')}</Text>
          {isOff ? <Steps /> : <Progress {...data} />}
          <Text>{translate('audit.seal.verify')}</Text>
          <Command>npx rolecall audit verify</Command>
          <Text>{translate('audit.seal.verify_tells')}</Text>
        </Stack>
      )}
    </Paper>
  )
}

const Text = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" color="textSecondary" component="p" sx={{ maxWidth: 760 }}>
    {children}
  </Typography>
)

const Command = ({ children }: { children: string }) => (
  <Box
    component="pre"
    sx={{
      m: 0,
      maxWidth: 760,
      px: 1.5,
      py: 1,
      borderRadius: 1,
      bgcolor: 'action.hover',
      fontSize: '0.8125rem',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
    }}
  >
    {children}
  </Box>
)

const Summary = (state: State) => {
  const { origin, sealed, unsealed, checkpoint } = state
  const translate = useTranslate()
  const locale = useFormatLocale()
  if (origin === null) return translate('audit.seal.off')
  const count = sealed.toLocaleString(locale)
  const how =
    unsealed === 0
      ? translate('audit.seal.on', { count })
      : translate(`audit.seal.${isStalled(state) ? 'stalled' : 'behind'}`, { count, smart_count: unsealed })
  if (!checkpoint) return `${how} ${translate('audit.seal.no_checkpoint')}`
  // The time is an element, so the sentence is cut where it goes.
  const [before, after] = translate(`audit.seal.${checkpoint.is_shipped ? 'shipped' : 'unshipped'}`, {
    when: '\n',
  }).split('\n')
  return (
    <>
      {how} {before}
      <When at={checkpoint.at} />
      {after}
    </>
  )
}

const STEP = { '& pre': { mt: 0.75 } }

/** How to turn the seal on. */
const Steps = () => {
  const translate = useTranslate()
  return (
    <Box component="ol" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 1.5, fontSize: '0.8125rem' }}>
      <Box component="li" sx={STEP}>
        <Text>{translate('audit.seal.steps.folders')}</Text>
        <Command>
          {'AUDIT_KEY_FILE=/etc/rolecall/audit.key\nAUDIT_CHECKPOINTS=/mnt/elsewhere/checkpoints'}
        </Command>
      </Box>
      <Box component="li" sx={STEP}>
        <Text>{translate('audit.seal.steps.key')}</Text>
        <Command>{'npx rolecall audit key > audit.pub'}</Command>
      </Box>
      <li>
        <Text>{translate('audit.seal.steps.restart')}</Text>
      </li>
    </Box>
  )
}

/** How far it is, and what to do where it has stopped. */
const Progress = ({ origin, sealed, unsealed, checkpoint }: State) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  return (
    <>
      <Facts
        facts={[
          { label: translate('audit.seal.log'), value: origin },
          { label: translate('audit.seal.sealed'), value: sealed.toLocaleString(locale) },
          { label: translate('audit.seal.unsealed'), value: unsealed.toLocaleString(locale) },
          ...(checkpoint
            ? [
                { label: translate('audit.seal.signed'), value: <When at={checkpoint.at} /> },
                {
                  label: translate('audit.seal.covers'),
                  value: translate('audit.seal.covers_count', { smart_count: checkpoint.size }),
                },
                {
                  label: translate('audit.seal.kept'),
                  value: translate(`audit.seal.kept_${checkpoint.is_shipped ? 'yes' : 'no'}`),
                },
              ]
            : []),
        ]}
      />
      {unsealed > 0 && <Text>{translate('audit.seal.waiting_long')}</Text>}
      {checkpoint && !checkpoint.is_shipped && <Text>{translate('audit.seal.unshipped_long')}</Text>}
    </>
  )
}
