import { Autocomplete, Box, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { renderOptionGroup } from '../ui/OptionGroup.tsx'
import { usePopup } from '../ui/usePopup.ts'
import { containsWords } from '../ui/words.ts'
import { isSearch, patternsIn, SUGGESTIONS } from './events.ts'

const byPattern = new Map(SUGGESTIONS.map((suggestion) => [suggestion.pattern, suggestion]))
const PATTERNS = [...byPattern.keys()]

interface Props<V extends FieldValues> {
  name: Path<V>
  control: Control<V>
}

/** The events of a webhook, as patterns: chosen from the actions of the audit trail, or typed. Its value is one text. */
export const EventsField = <V extends FieldValues>({ name, control }: Props<V>) => {
  const translate = useTranslate()
  const label = translate('webhooks.events')
  const popup = usePopup(label)
  const [typed, setTyped] = useState('')
  const required = translate('webhooks.no_events')
  const { field, fieldState } = useController({ name, control, rules: { required } })
  const chosen = patternsIn(field.value)
  const change = (patterns: string[]) =>
    field.onChange(patternsIn(patterns.filter((each) => !isSearch(each)).join(' ')).join(' '))
  const add = (text: string) => {
    setTyped('')
    change([...chosen, text])
  }
  const textOf = (pattern: string) => {
    const known = byPattern.get(pattern)
    return known ? `${translate(`webhooks.${known.label}`)} ${groupOf(pattern)}` : ''
  }
  const groupOf = (pattern: string) => translate(`webhooks.groups.${byPattern.get(pattern)?.group}`)
  const props = popup.propsFor(undefined)
  return (
    <Autocomplete
      multiple
      freeSolo
      {...props}
      // What is typed counts when the field is left, too.
      onBlur={() => {
        props.onBlur()
        add(typed)
        field.onBlur()
      }}
      filterSelectedOptions
      value={chosen}
      onChange={(_event, patterns) => change(patterns)}
      inputValue={typed}
      // Behind a pattern, a space or a comma ends it, as in a pasted list.
      onInputChange={(_event, text) =>
        /[\s,;]/.test(text.trimStart()) && !isSearch(text) ? add(text) : setTyped(text)
      }
      options={PATTERNS}
      filterOptions={(options, { inputValue }) =>
        options.filter((pattern) => containsWords(`${pattern} ${textOf(pattern)}`, inputValue))
      }
      groupBy={groupOf}
      renderGroup={renderOptionGroup}
      renderOption={({ key, ...option }, pattern) => (
        <Box component="li" key={key} {...option}>
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="body2" component="code">
              {pattern}
            </Typography>
            <Typography variant="caption" color="textSecondary" component="div">
              {translate(`webhooks.${byPattern.get(pattern)?.label}`)}
            </Typography>
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          required
          inputRef={field.ref}
          error={fieldState.error !== undefined}
          helperText={fieldState.error?.message ?? translate('webhooks.events_hint')}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, spellCheck: false, autoCapitalize: 'none' },
          }}
        />
      )}
    />
  )
}
