import { Button, IconButton, Stack, Typography } from '@mui/material'
import { X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { RowAction } from '../tree/rowActions.ts'

interface Props {
  count: number
  groups: RowAction[][]
  onClear: () => void
}

/** Actions on all selected terms. */
export const SelectionBar = ({ count, groups, onClear }: Props) => {
  const translate = useTranslate()
  return (
    <Stack direction="row" useFlexGap sx={{ alignItems: 'center', gap: 0.5, flexWrap: 'wrap', flex: 1 }}>
      <IconButton onClick={onClear} aria-label={translate('taxonomies.selection.clear')}>
        <X size={16} />
      </IconButton>
      <Typography variant="body2" role="status" sx={{ fontWeight: 550, mr: 1 }}>
        {translate('taxonomies.selection.count', { smart_count: count })}
      </Typography>
      {groups.flat().map(({ key, label, icon: Icon, isGrave, act }) => (
        <Button
          key={key}
          onClick={act}
          color={isGrave ? 'error' : 'inherit'}
          startIcon={<Icon size={15} strokeWidth={1.75} />}
        >
          {label}
        </Button>
      ))}
    </Stack>
  )
}
