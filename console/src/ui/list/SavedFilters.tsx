import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Divider,
  IconButton,
  InputBase,
  ListItemText,
  Menu,
  MenuItem,
  Stack,
} from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { ArrowDown, ArrowUp, Bookmark, Check, Link as LinkIcon, Trash2 } from 'lucide-react'
import { type FormEvent, type MouseEvent, useId, useState } from 'react'
import { type SavedQuery, useListContext, useSavedQueries, useTranslate } from 'react-admin'
import { useHref, useNavigate, useSearchParams } from 'react-router-dom'
import { Field } from '../Field.tsx'
import { COLUMNS } from './ColumnMenu.tsx'

/** With the list's columns, unless it was saved before they were. */
interface SavedFilter extends SavedQuery {
  value: SavedQuery['value'] & { columns?: string }
}

/** The query string of the list as it was saved, from its first page. */
function searchOf({ value: { filter = {}, sort, perPage, columns } }: SavedFilter): string {
  const parameters = new URLSearchParams({ filter: JSON.stringify(filter), page: '1' })
  if (sort) {
    parameters.set('sort', sort.field)
    parameters.set('order', sort.order)
  }
  if (perPage) parameters.set('perPage', String(perPage))
  if (columns !== undefined) parameters.set(COLUMNS, columns)
  return `?${parameters}`
}

interface Props {
  /** Whether there is a filter to save; by default, whether there is any. */
  isFiltered?: boolean
}

/** Named filters of the list, with its order and columns, stored in the browser. Each has a link, for others too. */
export const SavedFilters = ({ isFiltered: isGiven }: Props) => {
  const translate = useTranslate()
  const { resource, filterValues, sort, perPage } = useListContext()
  const [saved, setSaved] = useSavedQueries(resource)
  const columns = useSearchParams()[0].get(COLUMNS)
  const navigate = useNavigate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isNaming, setNaming] = useState(false)
  const isFiltered = isGiven ?? Object.keys(filterValues).length > 0
  if (saved.length === 0 && !isFiltered) return null
  const apply = (query: SavedFilter) => {
    setAnchor(null)
    navigate({ search: searchOf(query) })
  }
  const save = (label: string) => {
    const value = { filter: filterValues, sort, perPage, displayedFilters: [], ...(columns && { columns }) }
    const added: SavedFilter = { label, value }
    setSaved([...saved.filter((query) => query.label !== label), added])
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
        {translate('ui.list.saved.title')}
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
          {translate('ui.list.saved.save')}
        </MenuItem>
        {saved.length > 0 && (
          <MenuItem
            onClick={() => {
              setAnchor(null)
              setNaming(true)
            }}
          >
            {translate('ui.list.saved.manage')}
          </MenuItem>
        )}
      </Menu>
      {isNaming && (
        <Manage
          saved={saved}
          canSave={isFiltered}
          onSave={save}
          onChange={setSaved}
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
  onChange: (saved: SavedQuery[]) => void
  onClose: () => void
}

const Manage = ({ saved, canSave, onSave, onChange, onClose }: ManageProps) => {
  const translate = useTranslate()
  const id = useId()
  const [label, setLabel] = useState('')
  // A row keeps its identity, and the focus, when its filter gets another name or place.
  const [rows, setRows] = useState(() => saved.map((query, id) => ({ id, query })))
  const change = (changed: typeof rows) => {
    setRows(changed)
    onChange(changed.map(({ query }) => query))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (label.trim() !== '') onSave(label.trim())
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form onSubmit={onSubmit}>
        <DialogTitle id={id}>{translate('ui.list.saved.title')}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 1, pt: 1 }}>
            {canSave && (
              <Field label={translate('ui.list.saved.name')} value={label} onChange={setLabel} autoFocus />
            )}
            {rows.map((row, index) => (
              <SavedRow
                key={row.id}
                label={row.query.label}
                search={searchOf(row.query)}
                isTaken={(name) => rows.some(({ query }) => query.label === name)}
                onRename={(label) => change(rows.with(index, { ...row, query: { ...row.query, label } }))}
                onRise={index === 0 ? undefined : () => change(raised(rows, index))}
                onSink={index === rows.length - 1 ? undefined : () => change(raised(rows, index + 1))}
                onRemove={() => change(rows.filter((each) => each !== row))}
              />
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

/** With the one at the index before its predecessor. */
function raised<T>(rows: T[], index: number): T[] {
  const [before, risen] = [rows[index - 1], rows[index]]
  return before && risen ? rows.with(index - 1, risen).with(index, before) : rows
}

interface RowProps {
  label: string
  /** The query string that its link has. */
  search: string
  isTaken: (name: string) => boolean
  onRename: (name: string) => void
  onRise: (() => void) | undefined
  onSink: (() => void) | undefined
  onRemove: () => void
}

/** Looks like a text until it is pointed at or has the focus. */
const NAME = {
  flex: 1,
  px: 1,
  ml: -1,
  borderRadius: 0.75,
  fontSize: '0.875rem',
  '&:hover, &.Mui-focused': { bgcolor: 'action.hover' },
} as const

/** A saved filter: its name is changed in place, by Enter or by leaving the field. */
const SavedRow = ({ label, search, isTaken, onRename, onRise, onSink, onRemove }: RowProps) => {
  const translate = useTranslate()
  const [typed, setTyped] = useState(label)
  const rename = () => {
    const name = typed.trim()
    if (name === '' || isTaken(name)) setTyped(label)
    else onRename(name)
  }
  const move = (name: string, Icon: typeof ArrowUp, act: (() => void) | undefined) => (
    <IconButton
      aria-label={translate(`ui.list.saved.${name}`, { name: label })}
      // Not `disabled`: the button would lose the focus when its filter is the first or the last one.
      aria-disabled={!act}
      sx={{ opacity: act ? 1 : 0.4 }}
      onClick={() => act?.()}
    >
      <Icon size={16} />
    </IconButton>
  )
  return (
    <Stack direction="row" sx={{ alignItems: 'center' }}>
      <InputBase
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={rename}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It would submit the form, which saves another filter.
          event.preventDefault()
          rename()
        }}
        inputProps={{ 'aria-label': translate('ui.list.saved.rename', { name: label }), maxLength: 100 }}
        sx={NAME}
      />
      <CopyLink name={label} search={search} />
      {move('rise', ArrowUp, onRise)}
      {move('sink', ArrowDown, onSink)}
      {move('remove', Trash2, onRemove)}
    </Stack>
  )
}

/** A link to the list as it was saved. A click copies it; where browsers do not allow that, it is followed. */
const CopyLink = ({ name, search }: { name: string; search: string }) => {
  const translate = useTranslate()
  const href = useHref({ search })
  const [isCopied, setCopied] = useState(false)
  const copy = async (event: MouseEvent<HTMLAnchorElement>) => {
    // Only in a secure context.
    if (!navigator.clipboard) return
    event.preventDefault()
    const link = event.currentTarget.href
    try {
      await navigator.clipboard.writeText(link)
      setCopied(true)
    } catch {
      location.assign(link)
    }
  }
  const Icon = isCopied ? Check : LinkIcon
  return (
    <>
      <IconButton
        href={href}
        onClick={(event) => void copy(event)}
        aria-label={translate('ui.list.saved.link', { name })}
      >
        <Icon size={16} />
      </IconButton>
      <Box component="span" role="status" sx={visuallyHidden}>
        {isCopied && translate('ui.list.saved.copied')}
      </Box>
    </>
  )
}
