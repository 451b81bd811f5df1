import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Divider,
  IconButton,
  ListItemText,
  Menu,
  MenuItem,
  Stack,
} from '@mui/material'
import { Bookmark, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { type SavedQuery, useListContext, useSavedQueries, useTranslate } from 'react-admin'
import { Field } from '../../ui/Field.tsx'

/** Named filters, stored in the browser. */
export const SavedFilters = () => {
  const translate = useTranslate()
  const [saved, setSaved] = useSavedQueries('users')
  const { filterValues, sort, perPage, setFilters, setSort } = useListContext()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isNaming, setNaming] = useState(false)
  const isFiltered = Object.keys(filterValues).length > 0
  if (saved.length === 0 && !isFiltered) return null
  const apply = ({ value }: SavedQuery) => {
    setAnchor(null)
    if (value.sort && value.sort.field !== sort.field) setSort(value.sort)
    setFilters(value.filter)
  }
  const save = (label: string) => {
    const value = { filter: filterValues, sort, perPage, displayedFilters: [] }
    setSaved([...saved.filter((query) => query.label !== label), { label, value }])
    setNaming(false)
  }
  return (
    <>
      <Button
        startIcon={<Bookmark size={16} />}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
      >
        {translate('users.saved.title')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {saved.map((query) => (
          <MenuItem key={query.label} onClick={() => apply(query)}>
            <ListItemText>{query.label}</ListItemText>
          </MenuItem>
        ))}
        {saved.length > 0 && <Divider component="li" role="presentation" />}
        <MenuItem
          disabled={!isFiltered}
          onClick={() => {
            setAnchor(null)
            setNaming(true)
          }}
        >
          {translate('users.saved.save')}
        </MenuItem>
        {saved.length > 0 && (
          <MenuItem
            onClick={() => {
              setAnchor(null)
              setNaming(true)
            }}
          >
            {translate('users.saved.manage')}
          </MenuItem>
        )}
      </Menu>
      {isNaming && (
        <Manage
          saved={saved}
          canSave={isFiltered}
          onSave={save}
          onRemove={(label) => setSaved(saved.filter((query) => query.label !== label))}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}

interface ManageProps {
  saved: SavedQuery[]
  canSave: boolean
  onSave: (label: string) => void
  onRemove: (label: string) => void
  onClose: () => void
}

const Manage = ({ saved, canSave, onSave, onRemove, onClose }: ManageProps) => {
  const translate = useTranslate()
  const id = useId()
  const [label, setLabel] = useState('')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (label.trim() !== '') onSave(label.trim())
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form onSubmit={onSubmit}>
        <DialogTitle id={id}>{translate('users.saved.title')}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 1, pt: 1 }}>
            {canSave && (
              <Field label={translate('users.saved.name')} value={label} onChange={setLabel} autoFocus />
            )}
            {saved.map((query) => (
              <Stack key={query.label} direction="row" sx={{ alignItems: 'center' }}>
                <ListItemText>{query.label}</ListItemText>
                <IconButton
                  aria-label={translate('users.saved.remove', { name: query.label })}
                  onClick={() => onRemove(query.label)}
                >
                  <Trash2 size={16} />
                </IconButton>
              </Stack>
            ))}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.close')}</Button>
          {canSave && (
            <Button type="submit" variant="contained" disabled={label.trim() === ''}>
              {translate('ra.action.save')}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}
