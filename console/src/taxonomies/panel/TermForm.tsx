import { Button, FormControlLabel, Stack, Switch, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx'
import { useSubmission } from '../../ui/useSubmission.ts'
import type { Term } from '../api.ts'
import { metaOf, metaText } from './meta.ts'

/** @throws the error, also if someone else has changed the term since it was loaded */
export type SaveTerm = (term: Term, changes: Record<string, unknown>) => Promise<Term>

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

/** Typed values stay until they are saved or discarded. */
// Over 80 lines: one field after the other, all of one state.
export const TermForm = ({ term, save }: { term: Term; save: SaveTerm }) => {
  const translate = useTranslate()
  const [base, setBase] = useState(term)
  const [values, setValues] = useState(() => valuesOf(term))
  const before = valuesOf(base)
  const names = Object.keys(before) as (keyof Values)[]
  const changed = names.filter((name) => values[name] !== before[name])
  const isDirty = changed.length > 0
  // The term changed outside the form, such as by a rename in the tree; showing that loses nothing typed.
  if (term !== base && !isDirty) {
    setBase(term)
    setValues(valuesOf(term))
  }
  const meta = metaOf(values.meta)
  const labels = Object.fromEntries(names.map((name) => [name, translate(`taxonomies.fields.${name}`)]))
  const { busy, error, fieldOf, onSubmit } = useSubmission(async () => {
    if (!isDirty || meta === undefined) return
    const fields = { ...values, meta }
    const saved = await save(base, Object.fromEntries(changed.map((name) => [name, fields[name]])))
    setBase(saved)
    setValues(valuesOf(saved))
  }, labels)
  const faults: Partial<Record<TextName, string>> = {
    ...(values.name.trim() === '' && { name: translate('ra.validation.required') }),
    ...(meta === undefined && { meta: translate('taxonomies.panel.no_json') }),
  }
  const isSound = Object.keys(faults).length === 0
  return (
    <Stack component="form" onSubmit={onSubmit} noValidate sx={{ gap: 2 }}>
      <UnsavedGuard isDirty={isDirty} isByQuery />
      <RefusalNotice error={error} />
      {TEXTS.map((name) => {
        const fault = faults[name] ?? fieldOf(name).fault
        return (
          <TextField
            key={name}
            label={labels[name]}
            value={values[name]}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            error={fault !== undefined}
            helperText={fault}
            required={name === 'name'}
            multiline={name in ROWS}
            {...(name in ROWS && { minRows: ROWS[name], maxRows: 12 })}
            slotProps={{ htmlInput: { spellCheck: name !== 'slug' && name !== 'meta', autoComplete: 'off' } }}
            sx={
              name === 'meta'
                ? { '& textarea': { fontFamily: 'ui-monospace, monospace', fontSize: '0.75rem' } }
                : {}
            }
          />
        )
      })}
      <FormControlLabel
        control={
          <Switch
            size="small"
            checked={values.is_active}
            onChange={(event) => setValues({ ...values, is_active: event.target.checked })}
          />
        }
        label={labels.is_active}
        sx={{ ml: -0.5 }}
      />
      <Typography variant="body2" color="textSecondary">
        {translate('taxonomies.fields.parent')}: {term.parent?.name ?? translate('taxonomies.at_top')}
      </Typography>
      {isDirty && (
        <Stack
          direction="row"
          sx={{
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
          }}
        >
          <Button type="submit" variant="contained" loading={busy} disabled={!isSound}>
            {translate('ra.action.save')}
          </Button>
          <Button onClick={() => setValues(before)} disabled={busy}>
            {translate('taxonomies.panel.discard')}
          </Button>
        </Stack>
      )}
    </Stack>
  )
}
