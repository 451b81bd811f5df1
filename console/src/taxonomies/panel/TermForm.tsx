import { Button, FormControlLabel, Stack, Switch, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Controller } from 'react-hook-form'
import { FormField, RecordForm, useRecordForm } from '../../ui/RecordForm.tsx'
import type { Term } from '../api.ts'
import { metaOf, metaText } from './meta.ts'

/** @throws the error, also if someone else has changed the term since it was loaded */
export type SaveTerm = (term: Term, changes: Record<string, unknown>) => Promise<void>

const TEXTS = ['name', 'slug', 'excerpt', 'details', 'notes', 'meta'] as const
type TextName = (typeof TEXTS)[number]
type Values = Record<TextName, string> & { is_active: boolean }

const ROWS: Partial<Record<TextName, number>> = { excerpt: 2, details: 3, notes: 2, meta: 3 }

const valuesOf = ({ name, slug, excerpt, details, notes, meta, is_active }: Term): Values => ({
  name,
  slug,
  excerpt: excerpt ?? '',
  details: details ?? '',
  notes: notes ?? '',
  meta: metaText(meta),
  is_active,
})

interface Props {
  term: Term
  save: SaveTerm
  /** Fetches the term again after somebody else's change. */
  onReload: () => Promise<unknown>
}

/** The parameters of the address that select the term. */
const TERM = ['type', 'term']

export const TermForm = ({ term, save, onReload }: Props) => {
  const translate = useTranslate()
  const labelOf = (name: string) => translate(`taxonomies.fields.${name}`)
  const form = useRecordForm<Term, Values>({
    record: term,
    valuesOf,
    save: async ({ meta, ...changes }, filledFrom) => {
      await save(filledFrom, { ...changes, ...(meta !== undefined && { meta: metaOf(meta) }) })
      return () => undefined
    },
    reload: onReload,
    labelOf,
    mode: 'onChange',
  })
  const rules: Partial<Record<TextName, (value: string) => true | string>> = {
    name: (value) => value.trim() !== '' || translate('ra.validation.required'),
    meta: (value) => metaOf(value) !== undefined || translate('taxonomies.panel.no_json'),
  }
  return (
    <RecordForm form={form} parameters={TERM}>
      {TEXTS.map((name) => (
        <FormField
          key={name}
          name={name}
          control={form.control}
          rules={{ validate: (value) => rules[name]?.(String(value)) ?? true }}
          label={labelOf(name)}
          required={name === 'name'}
          multiline={name in ROWS}
          {...(name in ROWS && { minRows: ROWS[name], maxRows: 12 })}
          htmlInput={{ spellCheck: name !== 'slug' && name !== 'meta', autoComplete: 'off' }}
          sx={name === 'meta' ? code : {}}
        />
      ))}
      <Controller
        name="is_active"
        control={form.control}
        render={({ field: { value, onChange } }) => (
          <FormControlLabel
            control={<Switch size="small" checked={value} onChange={onChange} />}
            label={labelOf('is_active')}
            sx={{ ml: -0.5 }}
          />
        )}
      />
      <Typography variant="body2" color="textSecondary">
        {translate('ui.labelled', {
          label: labelOf('parent'),
          value: term.parent?.name ?? translate('taxonomies.at_top'),
        })}
      </Typography>
      {form.isDirty && (
        <Stack direction="row" sx={bar}>
          <Button type="submit" variant="contained" loading={form.isBusy} disabled={!form.isSound}>
            {translate('ra.action.save')}
          </Button>
          <Button onClick={form.discard} disabled={form.isBusy}>
            {translate('ui.form.discard')}
          </Button>
        </Stack>
      )}
    </RecordForm>
  )
}

const code = { '& textarea': { fontFamily: 'ui-monospace, monospace', fontSize: '0.75rem' } }

/** Stays visible while the panel scrolls. */
const bar = {
  gap: 1,
  position: 'sticky',
  bottom: -16,
  py: 1.5,
  mx: -2,
  px: 2,
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
  zIndex: 1,
} as const
