import { Autocomplete, Box, TextField, Typography } from '@mui/material'
import type { Ref } from 'react'
import { useTranslate } from 'react-admin'

/** What is shown at once: more are found by typing. */
const MOST = 100

export interface PlaceProps {
  label: string
  value: string
  fault?: string | undefined
  inputRef?: Ref<HTMLInputElement>
}

interface Props<P> extends PlaceProps {
  hint?: string | undefined
  options: P[]
  isFound: (option: P, typed: string) => boolean
  /** What the field holds once the option is chosen. */
  textOf: (option: P) => string
  /** Beside the text in the list. */
  detailOf: (option: P) => string
  isLoading?: boolean
  onOpen: () => void
  /** @param option the one that was chosen or typed out; undefined for another text */
  onChange: (text: string, option: P | undefined) => void
}

/** A text with suggestions: one of a list is chosen by keyboard or pointer, and any other text stays as it is. */
export const PlaceField = <P,>({
  label,
  value,
  fault,
  hint,
  inputRef,
  options,
  isFound,
  textOf,
  detailOf,
  isLoading = false,
  onOpen,
  onChange,
}: Props<P>) => {
  const translate = useTranslate()
  const named = (text: string) =>
    options.find((option) => textOf(option).toLowerCase() === text.toLowerCase())
  return (
    <Autocomplete<P, false, false, true>
      freeSolo
      forcePopupIcon
      fullWidth
      openText={translate('ui.pick.open', { name: label })}
      closeText={translate('ui.pick.close', { name: label })}
      clearText={translate('ui.pick.clear', { name: label })}
      onOpen={onOpen}
      loading={isLoading}
      loadingText={translate('ra.page.loading')}
      options={options}
      filterOptions={(all, { inputValue }) =>
        all.filter((option) => isFound(option, inputValue)).slice(0, MOST)
      }
      getOptionLabel={(option) => (typeof option === 'string' ? option : textOf(option))}
      isOptionEqualToValue={(option, chosen) => textOf(option) === chosen}
      value={value === '' ? null : value}
      inputValue={value}
      onInputChange={(_event, text, reason) => {
        if (reason === 'input' || reason === 'clear') onChange(text, named(text.trim()))
      }}
      onChange={(_event, chosen) => {
        if (chosen !== null && typeof chosen !== 'string') onChange(textOf(chosen), chosen)
      }}
      renderOption={({ key: _key, ...props }, option) => (
        <Box component="li" key={textOf(option)} {...props}>
          <Typography variant="body2" noWrap sx={{ flex: 1 }}>
            {textOf(option)}
          </Typography>
          <Typography variant="caption" color="textSecondary" className="tabular" sx={{ pl: 1 }}>
            {detailOf(option)}
          </Typography>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          error={fault !== undefined}
          helperText={fault ?? hint}
          {...(inputRef && { inputRef })}
        />
      )}
    />
  )
}
