import { Autocomplete, Box, Stack, TextField, Typography } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { renderOptionGroup } from '../../ui/OptionGroup.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import { usePopup } from '../../ui/usePopup.ts'
import { findTerms, type TermNode, type TermType } from '../api.ts'

const MOST = 20

const matches = (name: string, text: string) => name.toLocaleLowerCase().includes(text.toLocaleLowerCase())

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
  const asked = typed.trim()
  const q = useDebounced(asked)
  const ids = types.map(({ id }) => id)
  const popup = usePopup(label)
  const search = useQuery({
    queryKey: ['taxonomies', 'pick', ids, q],
    queryFn: async ({ signal }) =>
      (await Promise.all(ids.map((id) => findTerms(id, q, signal, MOST)))).flatMap(({ data }) => data),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const { data = [], isPlaceholderData } = search
  const isWaiting = isPlaceholderData || q !== asked
  // Until the response arrives, filter the previous results: Enter must not select a term that does not match.
  const found = asked === '' ? [] : data.filter(({ name }) => !isWaiting || matches(name, asked))
  const nameOf = (id: number) => types.find((type) => type.id === id)?.name ?? ''
  const picker = (
    <Autocomplete
      {...popup.propsFor(search.error)}
      value={value}
      onChange={(_, next) => onChange(next)}
      inputValue={typed}
      onInputChange={(_, next) => setTyped(next)}
      options={found.filter(({ id }) => !without.includes(String(id)))}
      filterOptions={(options) => options}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      {...(types.length > 1 && { groupBy: (term: TermNode) => nameOf(term.type_id) })}
      renderGroup={renderOptionGroup}
      loading={isWaiting || search.isFetching}
      loadingText={translate('taxonomies.rows.loading')}
      noOptionsText={translate(asked === '' ? 'taxonomies.pick.type' : 'taxonomies.search.none')}
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
      {asked !== '' && <RetryQuery query={search} />}
    </Stack>
  )
}
