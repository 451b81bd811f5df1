import { Box } from '@mui/material'
import type { Theme } from '@mui/material/styles'
import { useListContext, useTranslate } from 'react-admin'

/** Selects all records of the page. */
export const SelectPage = () => {
  const translate = useTranslate()
  // While another page loads, the list still shows the rows of the one before it.
  const { data = [], selectedIds, onSelect, isPlaceholderData = false } = useListContext()
  const ids: number[] = data.map(({ id }) => id)
  const count = ids.filter((id) => selectedIds.includes(id)).length
  const isAll = count > 0 && count === ids.length
  const others = selectedIds.filter((id: number) => !ids.includes(id))
  return (
    <Check
      label={translate('ui.list.select_page')}
      checked={isAll}
      isPartly={count > 0 && !isAll}
      disabled={isPlaceholderData}
      onChange={() => onSelect(isAll ? others : [...others, ...ids])}
    />
  )
}

export const Select = ({ id, name }: { id: number; name: string }) => {
  const translate = useTranslate()
  const { selectedIds, onToggleItem } = useListContext()
  return (
    <Check
      label={translate('ui.list.select', { name })}
      checked={selectedIds.includes(id)}
      onChange={() => onToggleItem(id)}
    />
  )
}

interface CheckProps {
  label: string
  checked: boolean
  isPartly?: boolean
  disabled?: boolean
  onChange: () => void
}

/** The browser's own checkbox in the accent colour: lists have dozens of these. */
const Check = ({ label, checked, isPartly = false, disabled = false, onChange }: CheckProps) => (
  // A click beside the box selects too: it would open the row and lose the selection.
  <Box component="label" sx={AROUND}>
    <Box
      component="input"
      type="checkbox"
      aria-label={label}
      checked={checked}
      disabled={disabled}
      ref={(input: HTMLInputElement | null) => {
        if (input) input.indeterminate = isPartly
      }}
      onChange={onChange}
      sx={CHECK}
    />
  </Box>
)

// MUI's cells take the padding of what they contain, with a selector as specific as two classes.
const AROUND = { display: 'block', '&&&': { p: 1 }, cursor: 'pointer' }

const CHECK = {
  display: 'block',
  width: 16,
  height: 16,
  m: 0,
  accentColor: ({ palette }: Theme) => palette.primary.main,
  cursor: 'pointer',
  '@media (pointer: coarse)': { width: 22, height: 22 },
}
