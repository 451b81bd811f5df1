import type { SxProps, Theme } from '@mui/material/styles'

export const ROW = 32
export const ROW_COARSE = 44
export const INDENT = 20

/** One style sheet for all rows: scrolling mounts and unmounts hundreds of them. */
export const rows: SxProps<Theme> = ({ palette }) => ({
  position: 'relative',
  '& [role=treeitem]': {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    paddingRight: '6px',
    borderRadius: '6px',
    fontSize: '0.8125rem',
    cursor: 'default',
    userSelect: 'none',
    '&:hover': { backgroundColor: palette.action.hover },
    '&[aria-selected=true]': { backgroundColor: palette.action.selected },
    '&:focus-visible': { outlineOffset: '-2px' },
    '&.target': { outline: `2px solid ${palette.primary.main}`, outlineOffset: '-2px' },
    '&.carried': { opacity: 0.55 },
    '&.current': { boxShadow: `inset 2px 0 0 ${palette.primary.main}` },
  },
  '& .line': { height: 2, borderRadius: '1px', backgroundColor: palette.primary.main, zIndex: 1 },
  '& .twist': {
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    width: 24,
    height: '100%',
    color: palette.text.secondary,
    '& svg': { transition: 'transform 120ms' },
    '&.open svg': { transform: 'rotate(90deg)' },
  },
  '& .name': {
    flex: '0 1 auto',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& .off': { color: palette.text.secondary },
  '& mark': {
    borderRadius: '3px',
    color: 'inherit',
    backgroundColor: palette.mode === 'light' ? '#ffe58a' : '#6b5300',
  },
  '& .soft': { flex: 'none', color: palette.text.secondary, fontSize: '0.75rem', whiteSpace: 'nowrap' },
  // As generated content: the row's text must equal its accessible name.
  '& [data-text]::after': { content: 'attr(data-text)' },
  '& .gap': { flex: 1 },
  '& .count': {
    flex: 'none',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '4px',
    minWidth: 44,
    color: palette.text.secondary,
    fontSize: '0.75rem',
    fontVariantNumeric: 'tabular-nums',
  },
  '& .more': {
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    width: 26,
    height: 26,
    padding: 0,
    border: 0,
    borderRadius: '6px',
    background: 'none',
    color: palette.text.secondary,
    opacity: 0,
    '&:hover': { backgroundColor: palette.action.hover, color: palette.text.primary },
    '@media (pointer: coarse)': { width: 44, height: 44, opacity: 1 },
  },
  '& [role=treeitem]:hover .more, & [role=treeitem]:focus-within .more, & [role=treeitem][aria-selected=true] .more':
    {
      opacity: 1,
    },
})

/** Visible to screen readers only. */
export const hidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  margin: '-1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const
