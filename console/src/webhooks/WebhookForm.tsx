import { Button, Stack, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { type AfterSave, FormField, RecordForm, useRecordForm } from '../ui/RecordForm.tsx'
import { Section } from '../ui/Section.tsx'
import { EventsField } from './EventsField.tsx'
import { patternsIn } from './events.ts'
import type { Webhook } from './webhook.ts'

interface Values {
  url: string
  /** Patterns with spaces between them: a text is compared by its value, a list is not. */
  events: string
  description: string
}

export interface WebhookChanges {
  url?: string
  events?: string[]
  description?: string | null
}

const valuesOf = (webhook: Webhook | undefined): Values => ({
  url: webhook?.url ?? '',
  events: webhook?.events.join(' ') ?? '',
  description: webhook?.description ?? '',
})

const fieldsOf = ({ url, events, description }: Partial<Values>): WebhookChanges => ({
  ...(url !== undefined && { url: url.trim() }),
  ...(events !== undefined && { events: patternsIn(events) }),
  ...(description !== undefined && { description: description.trim() === '' ? null : description }),
})

interface Props<R extends Webhook | undefined> {
  /** Undefined for a new webhook. */
  record: R
  onSave: (changes: WebhookChanges, filledFrom: R) => Promise<AfterSave>
  /** Fetches the webhook again after somebody else's change. */
  onReload?: () => Promise<unknown>
}

/** The editable fields of a webhook, except whether it is on. */
export const WebhookForm = <R extends Webhook | undefined>({ record, onSave, onReload }: Props<R>) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const labelOf = (name: string) => translate(`webhooks.${name}`)
  const form = useRecordForm<R, Values>({
    record,
    valuesOf,
    save: (changes, filledFrom) => onSave(fieldsOf(changes), filledFrom),
    ...(onReload && { reload: onReload }),
    labelOf,
  })
  return (
    <Section>
      <RecordForm form={form} sx={{ pt: 0.5, maxWidth: 640 }}>
        <FormField
          name="url"
          control={form.control}
          label={labelOf('url')}
          hint={translate('webhooks.url_hint')}
          required
          rules={{ required: translate('ra.validation.required') }}
          autoFocus={!record}
          htmlInput={{ maxLength: 2048, spellCheck: false, inputMode: 'url' }}
        />
        <EventsField name="events" control={form.control} />
        <FormField
          name="description"
          control={form.control}
          label={labelOf('description')}
          hint={translate('webhooks.description_hint')}
          htmlInput={{ maxLength: 255 }}
        />
        <Typography variant="body2" color="textSecondary">
          {translate('webhooks.whose')}
        </Typography>
        <Stack direction="row" sx={{ gap: 1 }}>
          <Button type="submit" variant="contained" disabled={!form.isDirty} loading={form.isBusy}>
            {translate(record ? 'ra.action.save' : 'webhooks.create')}
          </Button>
          <Button onClick={() => navigate('/webhooks')}>{translate('ra.action.cancel')}</Button>
        </Stack>
      </RecordForm>
    </Section>
  )
}
