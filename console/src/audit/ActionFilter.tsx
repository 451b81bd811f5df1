import { Autocomplete, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { messages } from '../features/entries/messages.ts'
import { useActionName, useKindName } from '../features/entries/words.ts'
import { renderOptionGroup } from '../ui/OptionGroup.tsx'
import { usePopup } from '../ui/usePopup.ts'

const ACTIONS = Object.keys(messages.actions)

const prefixOf = (action: string): string => action.split('.')[0] as string

/** Prefixes with several actions, which can be selected together. */
const SHARED = [...new Set(ACTIONS.map(prefixOf))].filter(
  (prefix) => prefix in messages.kinds && ACTIONS.filter((action) => prefixOf(action) === prefix).length > 1,
)

const OPTIONS = [
  ...SHARED.flatMap((prefix) => [
    `${prefix}.*`,
    ...ACTIONS.filter((action) => prefixOf(action) === prefix).sort(),
  ]),
  ...ACTIONS.filter((action) => action.startsWith('sign')),
  ...ACTIONS.filter((action) => !SHARED.includes(prefixOf(action)) && !action.startsWith('sign')),
]

/** Two filters share a line of a phone. */
const HALF = 'calc(50% - 4px)'

interface Props {
  /** An action, `users.*`, or empty. */
  value: string
  onChange: (action: string) => void
}

/** One of the many actions, found by its words, or all those on a kind of record. */
export const ActionFilter = ({ value, onChange }: Props) => {
  const translate = useTranslate()
  const nameOf = useActionName()
  const kindOf = useKindName()
  const label = translate('audit.action')
  const popup = usePopup(label)
  const groupOf = (action: string): string => {
    const prefix = prefixOf(action)
    if (SHARED.includes(prefix) && OPTIONS.includes(action)) return kindOf(prefix)
    return translate(`audit.groups.${prefix.startsWith('sign') ? 'signin' : 'other'}`)
  }
  const labelOf = (action: string): string =>
    action.endsWith('.*') ? translate('audit.all_of', { kind: kindOf(prefixOf(action)) }) : nameOf(action)
  return (
    <Autocomplete<string>
      {...popup.propsFor(null)}
      options={OPTIONS.includes(value) || value === '' ? OPTIONS : [...OPTIONS, value]}
      value={value === '' ? null : value}
      onChange={(_event, picked) => onChange(picked ?? '')}
      getOptionLabel={labelOf}
      groupBy={groupOf}
      renderGroup={renderOptionGroup}
      noOptionsText={translate('ui.pick.nothing')}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          placeholder={translate('ui.all')}
          slotProps={{ ...params.slotProps, inputLabel: { ...params.slotProps.inputLabel, shrink: true } }}
        />
      )}
      sx={{ width: { xs: HALF, sm: 220 } }}
    />
  )
}
