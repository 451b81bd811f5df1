import { Alert, Button, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { useMay } from '../../api/me.ts'
import { RolePicker } from '../../features/grants/RolePicker.tsx'
import { useFormatLocale } from '../../i18n/format.ts'
import { isPast } from '../../ui/days.ts'
import { EndsOn } from '../../ui/EndsOn.tsx'
import type { PickerOption } from '../../ui/RecordPicker.tsx'
import { Section } from '../../ui/Section.tsx'
import { Columns, useFieldLabel } from './Columns.tsx'
import { Head } from './Head.tsx'
import { type ImportField, REQUIRED } from './mapping.ts'
import { DELIMITERS, type Delimiter } from './readFile.ts'
import type { OpenFile } from './useFile.ts'

/** A role for all users of the file, until a day. */
export interface RoleForAll {
  role: PickerOption | null
  /** Value of a date input; empty for no end. */
  day: string
}

interface Props {
  file: OpenFile
  /** Message key: why the last chosen separator does not fit. */
  unreadable: string | undefined
  roleForAll: RoleForAll
  onRole: (roleForAll: RoleForAll) => void
  onMap: (column: number, field: ImportField | undefined) => void
  onDelimiter: (delimiter: Delimiter) => void
  onOther: () => void
  onCheck: () => void
}

/** What the columns mean, and a role for all. */
export const Prepare = ({ file, unreadable, roleForAll, onRole, onMap, onDelimiter, ...props }: Props) => {
  const translate = useTranslate()
  const may = useMay()
  const locale = useFormatLocale()
  const labelOf = useFieldLabel()
  const { rows } = file.table
  const missing = REQUIRED.filter((field) => !file.mapping.includes(field))
  const isReady = missing.length === 0 && !isPast(roleForAll.day)
  const count = { smart_count: rows.length, count: rows.length.toLocaleString(locale) }
  const facts = [translate('users.import.rows', count), file.source.encoding?.toUpperCase()]
  return (
    <Stack sx={{ gap: 2 }}>
      <Section
        flush
        title={file.source.name ?? translate('users.import.paste.label')}
        hint={facts.filter(Boolean).join(' · ')}
        actions={<Button onClick={props.onOther}>{translate('users.import.file.other')}</Button>}
      >
        <Stack sx={{ px: 2, pb: 1.5, gap: 1.5 }}>
          <Head>{translate('users.import.columns.hint')}</Head>
          <DelimiterSelect value={file.delimiter} onChange={onDelimiter} />
          {unreadable && (
            <Alert severity="error" role="alert">
              {translate(unreadable)}
            </Alert>
          )}
        </Stack>
        <Columns file={file} onMap={onMap} />
      </Section>
      {may('users', 'roles.write') && may('roles', 'list') && (
        <RoleSection value={roleForAll} onChange={onRole} />
      )}
      {missing.length > 0 && (
        <Alert severity="warning" role="status">
          {translate('users.import.missing', {
            fields: new Intl.ListFormat(locale).format(missing.map(labelOf)),
          })}
        </Alert>
      )}
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button variant="contained" disabled={!isReady} onClick={props.onCheck}>
          {translate('users.import.check', count)}
        </Button>
        <Typography variant="body2" color="textSecondary">
          {translate('users.import.check_hint')}
        </Typography>
      </Stack>
    </Stack>
  )
}

const NAMES: Record<Delimiter, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }

const DelimiterSelect = ({
  value,
  onChange,
}: {
  value: Delimiter
  onChange: (delimiter: Delimiter) => void
}) => {
  const translate = useTranslate()
  const id = useId()
  return (
    <TextField
      select
      id={id}
      label={translate('users.import.separator.label')}
      value={value}
      onChange={(event) => onChange(event.target.value as Delimiter)}
      slotProps={{ inputLabel: { htmlFor: id } }}
      sx={{ width: 200 }}
    >
      {DELIMITERS.map((delimiter) => (
        <MenuItem key={delimiter} value={delimiter}>
          {translate(`users.import.separator.${NAMES[delimiter]}`)}
        </MenuItem>
      ))}
    </TextField>
  )
}

const RoleSection = ({
  value,
  onChange,
}: {
  value: RoleForAll
  onChange: (roleForAll: RoleForAll) => void
}) => {
  const translate = useTranslate()
  return (
    <Section title={translate('users.import.role.title')} hint={translate('users.import.role.hint')}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, pt: 0.5, '& > *': { flex: 1 } }}>
        <RolePicker value={value.role} onChange={(role) => onChange({ ...value, role })} />
        {value.role && <EndsOn value={value.day} onChange={(day) => onChange({ ...value, day })} hasHint />}
      </Stack>
    </Section>
  )
}
