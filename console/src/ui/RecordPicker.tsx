import { Autocomplete, Box, TextField, Typography } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslate } from 'react-admin'
import { RetryQuery } from './Retry.tsx'
import { usePopup } from './usePopup.ts'
import { useRested } from './useRested.ts'

export interface Pick {
  id: number
  name: string
  slug: string
  /** What tells it from others of that name. */
  detail?: string | undefined
  /** Why it cannot be picked. */
  lock?: string
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
  /** Has no room of its own for more than a line. */
  isNarrow?: boolean
  /** Those that cannot be picked, such as what is there already. */
  without?: number[]
}

const FLOATING = {
  position: 'absolute',
  top: 'calc(100% + 4px)',
  left: 0,
  zIndex: 2,
  width: 'min(340px, calc(100vw - 64px))',
} as const

/** Why one cannot be picked is to be read, which the half-transparent one of MUI is not. */
const READABLE = { '& .MuiAutocomplete-option[aria-disabled="true"]': { opacity: 1 } }

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
  isNarrow = false,
  without = [],
}: Props<P>) => {
  const translate = useTranslate()
  const [typed, setTyped] = useState('')
  const popup = usePopup(label)
  const asked = typed === value?.name ? '' : typed.trim()
  const q = useRested(asked)
  const search = useQuery({
    queryKey: ['pick', queryKey, q],
    queryFn: ({ signal }) => find(q, signal),
    enabled: popup.isOpen,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const { data = [], error, isFetching, isPlaceholderData } = search
  // Until the answer is there, of the earlier one what fits: Enter must not pick what was not asked for.
  const options = isPlaceholderData || q !== asked ? data.filter((pick) => fits(pick, asked)) : data
  const picker = (
    <Autocomplete<P>
      fullWidth
      autoHighlight
      {...popup.propsFor(error)}
      options={options.filter(({ id }) => !without.includes(id))}
      filterOptions={(all) => all}
      getOptionLabel={({ name }) => name}
      getOptionDisabled={({ lock }) => lock !== undefined}
      slotProps={{ listbox: { sx: READABLE } }}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      value={value}
      onChange={(_event, picked) => onChange(picked)}
      onInputChange={(_event, text) => setTyped(text)}
      loading={isFetching}
      loadingText={translate('ra.page.loading')}
      noOptionsText={translate('ui.pick.nothing')}
      renderOption={({ key: _key, ...props }, { id, name, slug, detail, lock }) => (
        <Box component="li" key={id} {...props}>
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="body2" noWrap {...(lock !== undefined && { color: 'textDisabled' })}>
              {name}
            </Typography>
            <Typography variant="caption" color="textSecondary" noWrap={lock === undefined} component="div">
              {lock ?? detail ?? slug}
            </Typography>
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField {...params} label={label} helperText={hint} autoFocus={autoFocus} />
      )}
    />
  )
  return (
    <Box sx={{ position: 'relative', width: '100%', minWidth: 0 }}>
      {picker}
      {error && (
        <Box sx={isNarrow ? FLOATING : { mt: 1 }}>
          <RetryQuery query={search} />
        </Box>
      )}
    </Box>
  )
}
