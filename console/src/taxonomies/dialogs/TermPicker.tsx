import { Autocomplete, Box, Stack, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { renderOptionGroup } from '../../ui/OptionGroup.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { useOptions } from '../../ui/useOptions.ts'
import { useKeptHighlight, usePopup } from '../../ui/usePopup.ts'
import { findTerms, type TermNode, type TermType } from '../api.ts'

const MOST = 20

interface Props {
  label: string
  /** Types whose terms are offered. */
  types: TermType[]
  /** Ids that are not offered. */
  without: string[]
  value: TermNode | null
  onChange: (value: TermNode | null) => void
}

/** Selects a term by name; options show the path. */
export const TermPicker = ({ label, types, without, value, onChange }: Props) => {
  const translate = useTranslate()
  const [typed, setTyped] = useState('')
  const ids = types.map(({ id }) => id)
  const popup = usePopup(label)
  const highlight = useKeptHighlight(typed)
  const isBlank = typed.trim() === ''
  const { search, options, isLoading } = useOptions({
    queryKey: ['taxonomies', 'pick', ids],
    find: async (q, signal) =>
      (await Promise.all(ids.map((id) => findTerms(id, q, signal, MOST)))).flatMap(({ data }) => data),
    text: typed,
    textOf: ({ name }) => name,
    needsText: true,
  })
  const found = isBlank ? [] : options
  const nameOf = (id: number) => types.find((type) => type.id === id)?.name ?? ''
  const picker = (
    <Autocomplete
      {...popup.propsFor(search.error)}
      {...highlight}
      value={value}
      onChange={(_, next) => {
        if (next) popup.close()
        onChange(next)
      }}
      inputValue={typed}
      onInputChange={(_, next) => setTyped(next)}
      options={found.filter(({ id }) => !without.includes(String(id)))}
      filterOptions={(options) => options}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      {...(types.length > 1 && { groupBy: (term: TermNode) => nameOf(term.type_id) })}
      renderGroup={renderOptionGroup}
      loading={isLoading}
      loadingText={translate('taxonomies.rows.loading')}
      noOptionsText={translate(isBlank ? 'taxonomies.pick.type' : 'taxonomies.search.none')}
      renderOption={({ key, ...props }, term) => (
        <Box component="li" key={key} {...props}>
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="body2">{term.name}</Typography>
            <Typography variant="caption" color="textSecondary" noWrap component="div">
              {(term.path ?? []).map(({ name }) => name).join(' › ') || translate('taxonomies.at_top')}
            </Typography>
          </Box>
        </Box>
      )}
      renderInput={(props) => <TextField {...props} label={label} autoFocus />}
    />
  )
  return (
    <Stack sx={{ gap: 1 }}>
      {picker}
      {!isBlank && <RetryQuery query={search} />}
    </Stack>
  )
}
