import { Box, Stack, Typography } from '@mui/material'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { useMe } from '../api/me.ts'
import { SUPER_ADMINISTRATOR } from '../features/grants/grants.ts'
import { StatusChip } from '../features/status/StatusChip.tsx'
import { useFormatLocale } from '../i18n/format.ts'
import { type Fact, Facts } from '../ui/Facts.tsx'
import { When } from '../ui/When.tsx'
import { Answer } from './Answer.tsx'
import { durationOf } from './duration.ts'
import { type Delivery, nextAttemptOf } from './webhook.ts'

/** Everything about an attempt: its result, why it failed, and the text of the answer. */
export const Result = ({ delivery, others = [] }: { delivery: Delivery; others?: Fact[] }) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const { outcome, fault, duration_ms: duration, at, attempt } = delivery
  const next = nextAttemptOf(delivery)
  const labelOf = (name: string) => translate(`webhooks.deliveries.${name}`)
  return (
    <Stack sx={{ gap: 2 }}>
      {fault !== null && <Typography variant="body2">{translate(`webhooks.faults.${fault}`)}</Typography>}
      <Facts
        facts={[
          { label: labelOf('outcome'), value: <StatusChip status={outcome} /> },
          { label: labelOf('answer'), value: <Answer delivery={delivery} /> },
          { label: labelOf('duration'), value: durationOf(duration, locale) },
          { label: labelOf('at'), value: new Date(at).toLocaleString(locale, EXACT) },
          { label: labelOf('attempt'), value: attempt },
          ...(next === null ? [] : [{ label: labelOf('next_attempt_at'), value: <When at={next} /> }]),
          ...others,
        ]}
      />
      <AnswerText delivery={delivery} />
    </Stack>
  )
}

const EXACT = { dateStyle: 'medium', timeStyle: 'medium' } as const

const AnswerText = ({ delivery: { answer, status } }: { delivery: Delivery }) => {
  const translate = useTranslate()
  const id = useId()
  const isShown = useMe().roles.some(({ slug }) => slug === SUPER_ADMINISTRATOR)
  if (status === null) return null
  if (answer === null)
    return (
      <Typography variant="body2" color="textSecondary">
        {translate(`webhooks.deliveries.${isShown ? 'no_answer' : 'hidden_answer'}`)}
      </Typography>
    )
  return (
    <div>
      <Typography id={id} variant="caption" color="textSecondary" component="div">
        {translate('webhooks.deliveries.answer_text')}
      </Typography>
      <Box
        component="pre"
        role="region"
        aria-labelledby={id}
        // It scrolls by the keyboard.
        tabIndex={0}
        sx={{
          m: 0,
          p: 1.5,
          maxHeight: 240,
          overflow: 'auto',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          fontSize: '0.75rem',
        }}
      >
        {answer}
      </Box>
    </div>
  )
}
