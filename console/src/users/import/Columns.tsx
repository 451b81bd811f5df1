import { Box, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useId } from 'react'
import { ListContextProvider, useList, useTranslate } from 'react-admin'
import { unguarded } from '../../features/export/formulas.ts'
import type { Column } from '../../ui/list/column.ts'
import { ListTable } from '../../ui/list/ListTable.tsx'
import { FIELDS, type ImportField } from './mapping.ts'
import type { OpenFile } from './useFile.ts'

interface Props {
  file: OpenFile
  onMap: (column: number, field: ImportField | undefined) => void
}

/** A column of the file. */
interface FileColumn {
  /** Its position, from 0. */
  id: number
  name: string
  samples: string[]
}

/** Values of fields that take no other form. */
const EXAMPLES = {
  country_calling_code: '44',
  birth: '1990-12-31',
  country: 'France',
  country_code: 'FR',
  timezone: 'Europe/Paris',
  language: 'fr',
}

/** Rows whose values are shown. */
const SAMPLES = 3

const columnsOf = ({ table: { header, rows } }: OpenFile): FileColumn[] =>
  header.map((name, id) => ({
    id,
    name,
    samples: rows.flatMap(({ cells }) => unguarded(cells[id] ?? '').trim() || []).slice(0, SAMPLES),
  }))

export const useFieldLabel = () => {
  const translate = useTranslate()
  return (field: string): string => {
    if (field === 'status') return translate('users.fields.status')
    if (field === 'foreign_user_id') return translate('users.import.foreign_user_id')
    return translate(`people.fields.${field}`, { _: field })
  }
}

/** The file's columns, and what each is imported as. */
export const Columns = ({ file, onMap }: Props) => {
  const translate = useTranslate()
  const list = useList<FileColumn>({ data: columnsOf(file) })
  const nameOf = ({ id, name }: FileColumn) => name || translate('users.import.unnamed', { number: id + 1 })
  const fieldSelect = (column: FileColumn) => (
    <FieldSelect
      name={nameOf(column)}
      value={file.mapping[column.id]}
      onChange={(field) => onMap(column.id, field)}
    />
  )
  const samples = ({ id, samples }: FileColumn) => (
    <Typography variant="body2" color="textSecondary" noWrap>
      {(file.mapping[id] === 'password' ? samples.map(() => '••••••') : samples).join(' · ')}
    </Typography>
  )
  const columns: Column<FileColumn>[] = [
    { id: 'name', label: 'users.import.columns.name', render: nameOf },
    { id: 'values', label: 'users.import.columns.values', render: samples },
    { id: 'field', label: 'users.import.columns.field', render: fieldSelect },
  ]
  return (
    <ListContextProvider value={list}>
      <ListTable<FileColumn>
        label={translate('users.import.columns.title')}
        columns={columns}
        compact={(column) => (
          <Stack sx={{ gap: 0.75 }}>
            <Box sx={{ fontWeight: 550, fontSize: '0.875rem' }}>{nameOf(column)}</Box>
            {samples(column)}
            {fieldSelect(column)}
          </Stack>
        )}
      />
    </ListContextProvider>
  )
}

interface SelectProps {
  name: string
  value: ImportField | undefined
  onChange: (field: ImportField | undefined) => void
}

const FieldSelect = ({ name, value, onChange }: SelectProps) => {
  const translate = useTranslate()
  const labelOf = useFieldLabel()
  const id = useId()
  return (
    <TextField
      select
      id={id}
      fullWidth
      value={value ?? ''}
      onChange={(event) => onChange((event.target.value || undefined) as ImportField | undefined)}
      slotProps={{
        select: {
          displayEmpty: true,
          SelectDisplayProps: { 'aria-label': translate('users.import.columns.field_of', { name }) },
        },
      }}
      sx={{ minWidth: 180, '& .MuiSelect-select': { py: 0.75 }, '& .example': { display: 'none' } }}
    >
      <MenuItem value="">{translate('users.import.columns.none')}</MenuItem>
      {FIELDS.map((field) => (
        <MenuItem key={field} value={field}>
          {labelOf(field)}
          {field in EXAMPLES && (
            <Box component="span" className="example" sx={{ color: 'text.secondary', ml: 1 }}>
              {EXAMPLES[field as keyof typeof EXAMPLES]}
            </Box>
          )}
        </MenuItem>
      ))}
    </TextField>
  )
}
