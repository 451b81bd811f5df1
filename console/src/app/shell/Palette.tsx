import { Autocomplete, Box, Dialog, TextField } from '@mui/material'
import { LayoutDashboard, type LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useMay } from '../../api/me.ts'
import { isShortcut } from '../../ui/Shortcut.tsx'
import { MENU } from '../pages.tsx'

interface Props {
  open: boolean
  setOpen: (open: boolean) => void
}

interface Destination {
  to: string
  label: string
  group: string
  icon: LucideIcon
}

/** "Go to …": any page by a few letters of its name. */
export const Palette = ({ open, setOpen }: Props) => {
  const translate = useTranslate()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event, 'k')) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [setOpen])
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      aria-label={translate('app.go_to.name')}
      fullWidth
      maxWidth="sm"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <Choose onDone={() => setOpen(false)} />
    </Dialog>
  )
}

const Choose = ({ onDone }: { onDone: () => void }) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const may = useMay()
  const pages: Destination[] = [
    {
      to: '/',
      label: translate('dashboard.title'),
      group: translate('app.go_to.pages'),
      icon: LayoutDashboard,
    },
    ...MENU.flatMap(({ items }) => items)
      .filter(({ isOpen }) => isOpen(may))
      .map(({ to, label, icon }) => ({
        to,
        label: translate(label),
        group: translate('app.go_to.pages'),
        icon,
      })),
  ]
  return (
    <Box sx={{ minHeight: 320 }}>
      <Autocomplete
        open
        disablePortal
        autoHighlight
        options={pages}
        groupBy={({ group }) => group}
        getOptionKey={({ to }) => to}
        noOptionsText={translate('app.go_to.nothing')}
        forcePopupIcon={false}
        onChange={(_event, chosen) => {
          if (!chosen) return
          onDone()
          navigate(chosen.to)
        }}
        onClose={(_event, reason) => {
          if (reason === 'escape') onDone()
        }}
        renderInput={(params) => (
          <TextField
            {...params}
            autoFocus
            placeholder={translate('app.go_to.hint')}
            aria-label={translate('app.go_to.name')}
            sx={{ p: 1.5 }}
          />
        )}
        renderOption={({ key, ...props }, { label, icon: Icon }) => (
          <Box key={key} component="li" {...props} sx={{ gap: 1.5 }}>
            <Icon size={16} aria-hidden />
            {label}
          </Box>
        )}
      />
    </Box>
  )
}
