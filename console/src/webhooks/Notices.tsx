import { Alert, AlertTitle, Link, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useFormatLocale } from '../i18n/format.ts'
import { RetryQuery } from '../ui/Retry.tsx'
import { When } from '../ui/When.tsx'
import { healthQuery, pathOf, rotationEndOf, type Webhook } from './webhook.ts'

const EXACT = { dateStyle: 'long', timeStyle: 'short' } as const

interface Props {
  webhook: Webhook
  isAtDeliveries: boolean
}

/** What needs attention: the webhook is off or fails, or two secrets are in use. */
export const Notices = ({ webhook, isAtDeliveries }: Props) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const end = rotationEndOf(webhook)
  return (
    <Stack sx={{ gap: 1.5, mb: 2, '&:empty': { display: 'none' } }}>
      {webhook.is_active ? (
        <Failing webhook={webhook} isAtDeliveries={isAtDeliveries} />
      ) : (
        <Off webhook={webhook} />
      )}
      {end !== undefined && (
        <Alert severity="info" role="note">
          {translate('webhooks.rotate.running', { until: new Date(end).toLocaleString(locale, EXACT) })}
        </Alert>
      )}
    </Stack>
  )
}

/** Why it is off, and what to do. */
const Off = ({ webhook }: { webhook: Webhook }) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const { switched_off_because: reason, switched_off_at: at } = webhook
  if (reason === null)
    return (
      <Alert severity="info" role="note">
        {translate('webhooks.reasons.by_hand')}
      </Alert>
    )
  const when = at === null ? '' : new Date(at).toLocaleString(locale, EXACT)
  return (
    <Alert severity="warning" role="note">
      <AlertTitle>{translate('webhooks.reasons.title', { when })}</AlertTitle>
      <Stack sx={{ gap: 0.75 }}>
        <span>{translate(`webhooks.reasons.${reason}.why`)}</span>
        <span>{translate(`webhooks.reasons.${reason}.next`)}</span>
        <span>{translate('webhooks.reasons.missed')}</span>
      </Stack>
    </Alert>
  )
}

const Failing = ({ webhook, isAtDeliveries }: Props) => {
  const translate = useTranslate()
  const query = useQuery(healthQuery(webhook.id))
  const { last, success } = query.data ?? {}
  if (query.error && !query.data) return <RetryQuery query={query} />
  if (!last || last.outcome === 'delivered' || last.fault === null) return null
  return (
    <Alert severity="warning" role="note">
      <AlertTitle>{translate('webhooks.failing.title')}</AlertTitle>
      <Stack sx={{ gap: 0.75 }}>
        <span>{translate(`webhooks.faults.${last.fault}`)}</span>
        <span>
          {success ? (
            <>
              {translate('webhooks.failing.since')} <When at={success.at} />.
            </>
          ) : (
            translate('webhooks.failing.never')
          )}{' '}
          {translate('webhooks.failing.limit')}
        </span>
        {!isAtDeliveries && (
          <span>
            <Link component={RouterLink} to={`${pathOf(webhook)}/deliveries`} color="inherit">
              {translate('webhooks.failing.look')}
            </Link>
          </span>
        )}
      </Stack>
    </Alert>
  )
}
