import { Box, IconButton, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useFormatLocale } from '../i18n/format.ts'

const SIZES = [25, 50, 100]

interface Props {
  page: number
  perPage: number
  total: number
  setPage: (page: number) => void
  /** Set if the user can choose the page size. */
  setPerPage?: ((perPage: number) => void) | undefined
}

/** The current range, the total, and buttons for other pages. */
export const Pagination = ({ page, perPage, total, setPage, setPerPage }: Props) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const formatted = (count: number) => count.toLocaleString(locale)
  const last = Math.min(page * perPage, total)
  return (
    <Stack
      component="nav"
      aria-label={translate('ui.list.pages')}
      direction="row"
      sx={{ alignItems: 'center', gap: 1, px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}
    >
      <Typography variant="body2" color="textSecondary" className="tabular">
        {translate('ui.list.range', {
          from: formatted((page - 1) * perPage + 1),
          to: formatted(last),
          total: formatted(total),
        })}
      </Typography>
      <Box sx={{ flex: 1 }} />
      {setPerPage && (
        <TextField
          select
          value={perPage}
          onChange={(event) => setPerPage(Number(event.target.value))}
          slotProps={{ select: { SelectDisplayProps: { 'aria-label': translate('ui.list.per_page') } } }}
          sx={{ '& .MuiSelect-select': { py: 0.5 }, display: { xs: 'none', sm: 'inline-flex' } }}
        >
          {SIZES.map((size) => (
            <MenuItem key={size} value={size}>
              {size}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Turn
        label={translate('ra.navigation.previous')}
        icon={ChevronLeft}
        onClick={page > 1 && (() => setPage(page - 1))}
      />
      <Turn
        label={translate('ra.navigation.next')}
        icon={ChevronRight}
        onClick={last < total && (() => setPage(page + 1))}
      />
    </Stack>
  )
}

interface TurnProps {
  label: string
  icon: typeof ChevronLeft
  /** False if there is no such page. */
  onClick: (() => void) | false
}

/** Uses `aria-disabled`: a `disabled` button would lose the focus on the last page. */
const Turn = ({ label, icon: Icon, onClick }: TurnProps) => (
  <IconButton
    aria-label={label}
    {...(onClick
      ? { onClick }
      : { 'aria-disabled': true, sx: { color: 'action.disabled', cursor: 'default' } })}
  >
    <Icon size={18} />
  </IconButton>
)
