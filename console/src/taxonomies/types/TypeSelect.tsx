import { Button, MenuItem, Stack, TextField } from '@mui/material'
import { EllipsisVertical, Plus } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { TermType } from '../api.ts'
import { type MenuPlace, placeOf } from '../tree/RowMenu.tsx'
import { ROOT, type TypeForest } from './forest.ts'

interface Props {
  forest: TypeForest
  chosen: TermType | undefined
  onChoose: (type: TermType) => void
  onAdd: (() => void) | undefined
  onMenu: ((type: TermType, place: MenuPlace) => void) | undefined
}

/** A type, and its depth in the tree. */
interface IndentedType {
  type: TermType
  level: number
}

const indentedTypes = (forest: TypeForest, parent = ROOT, level = 0): IndentedType[] =>
  forest.childrenOf(parent).flatMap((id) => {
    const type = forest.type(id)
    return type ? [{ type, level }, ...indentedTypes(forest, id, level + 1)] : []
  })

/** The types on a phone: a select, with the actions of the selected type. */
export const TypeSelect = ({ forest, chosen, onChoose, onAdd, onMenu }: Props) => {
  const translate = useTranslate()
  return (
    <Stack direction="row" sx={{ gap: 1, mb: 1.5 }}>
      <TextField
        select
        fullWidth
        label={translate('taxonomies.types.one')}
        value={chosen?.id ?? ''}
        onChange={(event) => {
          const type = forest.type(String(event.target.value))
          if (type) onChoose(type)
        }}
      >
        {indentedTypes(forest).map(({ type, level }) => (
          <MenuItem key={type.id} value={type.id} sx={{ pl: 2 + level * 2 }}>
            {type.name}
          </MenuItem>
        ))}
      </TextField>
      {chosen && onMenu && (
        <Button
          variant="outlined"
          aria-label={translate('taxonomies.actions_of', { name: chosen.name })}
          aria-haspopup="menu"
          onClick={(event) => onMenu(chosen, placeOf(event.currentTarget))}
          sx={{ minWidth: 44 }}
        >
          <EllipsisVertical size={16} />
        </Button>
      )}
      {onAdd && (
        <Button
          variant="outlined"
          aria-label={translate('taxonomies.types.add')}
          onClick={onAdd}
          sx={{ minWidth: 44 }}
        >
          <Plus size={16} />
        </Button>
      )}
    </Stack>
  )
}
