import { Autocomplete, Box, TextField, Typography } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useRested } from './useRested.ts'

export interface Pick {
  id: number
  name: string
  slug: string
  /** What tells it from others of that name. */
  detail?: string | undefined
}

interface Props<P extends Pick> {
  label: string
  /** Names the search in the cache: one for each resource. */
  queryKey: string
  find: (q: string, signal: AbortSignal) => Promise<P[]>
  value: P | null
  onChange: (value: P | null) => void
  hint?: ReactNode
  autoFocus?: boolean
  /** Those that cannot be picked, such as what is there already. */
  without?: number[]
}

const fits = ({ name, slug }: Pick, asked: string) =>
  `${name} ${slug}`.toLocaleLowerCase().includes(asked.toLocaleLowerCase())

/** Picks one of many by typing; the service searches. */
export const RecordPicker = <P extends Pick>({
  label,
  queryKey,
  find,
  value,
  onChange,
  hint,
  autoFocus = false,
  without = [],
}: Props<P>) => {
  const translate = useTranslate()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const asked = typed === value?.name ? '' : typed.trim()
  const q = useRested(asked)
  const {
    data = [],
    isFetching,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['pick', queryKey, q],
    queryFn: ({ signal }) => find(q, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  // Until the answer is there, of the earlier one what fits: Enter must not pick what was not asked for.
  const options = isPlaceholderData || q !== asked ? data.filter((pick) => fits(pick, asked)) : data
  return (
    <Autocomplete<P>
      fullWidth
      autoHighlight
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={options.filter(({ id }) => !without.includes(id))}
      filterOptions={(all) => all}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      value={value}
      onChange={(_event, picked) => onChange(picked)}
      onInputChange={(_event, text) => setTyped(text)}
      loading={isFetching}
      loadingText={translate('ra.page.loading')}
      noOptionsText={translate('ui.pick.nothing')}
      renderOption={({ key: _key, ...props }, { id, name, slug, detail }) => (
        <Box component="li" key={id} {...props}>
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="body2" noWrap>
              {name}
            </Typography>
            <Typography variant="caption" color="textSecondary" noWrap component="div">
              {detail ?? slug}
            </Typography>
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField {...params} label={label} helperText={hint} autoFocus={autoFocus} />
      )}
    />
  )
}
