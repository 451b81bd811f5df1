import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Stack,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { useAction } from '../features/mutations/useAction.tsx'
import { RefusalNotice } from '../ui/RefusalNotice.tsx'
import { RetryQuery } from '../ui/Retry.tsx'
import { Result } from './Result.tsx'
import { useFreshHealth } from './useFreshHealth.ts'
import { nameOf, readDeliveries, selectorOf, type Webhook } from './webhook.ts'

const POLL_MS = 1000
/** The service looks once a second, and waits 15 s for an answer. */
const SLOW_MS = 30_000
/** More attempts are hardly made meanwhile. */
const NEWEST = 100

/** The result of a test once there is one, which is looked for each second. */
function useResult({ id }: Webhook, uuid: string | undefined) {
  return useQuery({
    queryKey: ['webhooks', id, 'test', uuid],
    queryFn: async ({ signal }) => {
      const { data } = await readDeliveries(id, { per_page: NEWEST }, signal)
      return data.find(({ event_uuid, kind }) => event_uuid === uuid && kind === 'test') ?? null
    },
    enabled: uuid !== undefined,
    refetchInterval: ({ state: { data } }) => (data ? false : POLL_MS),
  })
}

interface Props {
  webhook: Webhook
  onClose: () => void
}

/** Sends a test when it is opened, and shows what became of it. */
export const Test = ({ webhook, onClose }: Props) => {
  const translate = useTranslate()
  const id = useId()
  const [uuid, setUuid] = useState<string>()
  const [isSlow, setSlow] = useState(false)
  const sending = useAction(
    async () => {
      const path = selectorOf(webhook.id)
      const sent = await client.request('POST', '/api/webhooks/{column}/{value}/test', { path })
      setUuid(sent.event_uuid)
    },
    { keepsError: true },
  )
  const send = useEffectEvent(() => void sending.run())
  useEffect(() => send(), [])
  useEffect(() => {
    if (uuid === undefined) return undefined
    setSlow(false)
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [uuid])
  const query = useResult(webhook, uuid)
  const delivery = sending.busy ? undefined : query.data
  useFreshHealth(webhook.id, delivery?.id)
  const isWaiting = !delivery && !sending.error && !query.error
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{translate('webhooks.test.title', { name: nameOf(webhook) })}</DialogTitle>
      <DialogContent>
        <RefusalNotice error={sending.error} />
        {!sending.error && !delivery && <RetryQuery query={query} />}
        <Stack role="status" sx={{ gap: 1.5 }}>
          {isWaiting && (
            <>
              <Typography variant="body2">{translate('webhooks.test.sending')}</Typography>
              <LinearProgress aria-hidden />
              {isSlow && (
                <Typography variant="body2" color="textSecondary">
                  {translate('webhooks.test.slow')}
                </Typography>
              )}
            </>
          )}
          {delivery && (
            <>
              <Typography variant="h2" component="p">
                {translate(`webhooks.test.${delivery.outcome === 'delivered' ? 'delivered' : 'failed'}`)}
              </Typography>
              <Result delivery={delivery} />
            </>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void sending.run()} disabled={isWaiting}>
          {translate('webhooks.test.again')}
        </Button>
        <Button variant="contained" onClick={onClose} autoFocus>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
