import { Autocomplete, Box, TextField, Typography } from '@mui/material'
import { type ReactNode, type Ref, useState } from 'react'
import { useTranslate } from 'react-admin'
import { RetryQuery } from './Retry.tsx'
import { useOptions } from './useOptions.ts'
import { useKeptHighlight, usePopup } from './usePopup.ts'

export interface PickerOption {
  id: number
  name: string
  slug: string
  /** Distinguishes records of the same name. */
  detail?: string | undefined
  /** Why the record cannot be selected. */
  lock?: string
}

interface Props<P extends PickerOption> {
  label: string
  /** Cache key of the search; one per resource. */
  queryKey: string
  find: (q: string, signal: AbortSignal) => Promise<P[]>
  value: P | null
  onChange: (value: P | null) => void
  hint?: ReactNode
  /** What an empty field means. */
  placeholder?: string
  autoFocus?: boolean
  inputRef?: Ref<HTMLInputElement>
  /** The layout has room for one line only, so an error floats below the field. */
  isNarrow?: boolean
  isDisabled?: boolean
  /** Ids that are not offered, such as records that are already linked. */
  without?: number[]
}

const FLOATING = {
  position: 'absolute',
  top: 'calc(100% + 4px)',
  left: 0,
  zIndex: 2,
  width: 'min(340px, calc(100vw - 64px))',
} as const

/** Keeps the reason legible: MUI shows disabled options half-transparent. */
const READABLE = { '& .MuiAutocomplete-option[aria-disabled="true"]': { opacity: 1 } }

/** Selects one record from a search by the service. */
export const RecordPicker = <P extends PickerOption>({
  label,
  queryKey,
  find,
  value,
  onChange,
  hint,
  placeholder,
  autoFocus = false,
  inputRef,
  isNarrow = false,
  isDisabled = false,
  without = [],
}: Props<P>) => {
  const translate = useTranslate()
  const [typed, setTyped] = useState('')
  const popup = usePopup(label)
  const highlight = useKeptHighlight(typed)
  const { search, options, isLoading } = useOptions({
    queryKey: ['pick', queryKey],
    find,
    text: typed === value?.name ? '' : typed,
    textOf: ({ name, slug }) => `${name} ${slug}`,
    isEnabled: popup.isOpen,
  })
  const { error } = search
  const picker = (
    <Autocomplete<P>
      fullWidth
      // Without a text, Enter must not choose the first of all, such as "Administrator".
      autoHighlight={typed !== ''}
      disabled={isDisabled}
      {...popup.propsFor(error)}
      {...highlight}
      options={options.filter(({ id }) => !without.includes(id))}
      filterOptions={(all) => all}
      getOptionLabel={({ name }) => name}
      getOptionDisabled={({ lock }) => lock !== undefined}
      slotProps={{ listbox: { sx: READABLE } }}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      value={value}
      onChange={(_event, picked) => {
        if (picked) popup.close()
        onChange(picked)
      }}
      onInputChange={(_event, text) => setTyped(text)}
      loading={isLoading}
      loadingText={translate('ra.page.loading')}
      noOptionsText={translate('ui.pick.nothing')}
      renderOption={({ key: _key, ...props }, option) => (
        <Box component="li" key={option.id} {...props}>
          <Option {...option} />
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          helperText={hint}
          {...(placeholder !== undefined && {
            placeholder,
            slotProps: { ...params.slotProps, inputLabel: { ...params.slotProps.inputLabel, shrink: true } },
          })}
          autoFocus={autoFocus}
          {...(inputRef && { inputRef })}
        />
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

const Option = ({ name, slug, detail, lock }: PickerOption) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography variant="body2" noWrap {...(lock !== undefined && { color: 'textDisabled' })}>
      {name}
    </Typography>
    <Typography variant="caption" color="textSecondary" noWrap={lock === undefined} component="div">
      {lock ?? detail ?? slug}
    </Typography>
  </Box>
)
