import { Box, Button, IconButton } from '@mui/material'
import { MenuIcon, Search } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { KeyCap } from '../../ui/keys/KeyCap.tsx'
import { CRUMBS_ID } from '../../ui/PageHeader.tsx'
import { APP_KEYS } from './keys.ts'
import { UserMenu } from './UserMenu.tsx'

interface Props {
  /** Opens the menu, where it is not permanently visible. */
  onMenu: (() => void) | undefined
  onPalette: () => void
  onShortcuts: () => void
}

export const TopBar = ({ onMenu, onPalette, onShortcuts }: Props) => {
  const translate = useTranslate()
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        height: 52,
        px: { xs: 1, md: 4 },
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      {onMenu && (
        <IconButton onClick={onMenu} aria-label={translate('app.menu.open')}>
          <MenuIcon size={20} />
        </IconButton>
      )}
      <Box id={CRUMBS_ID} sx={{ flex: 1, minWidth: 0, overflow: 'hidden' }} />
      <Button
        variant="outlined"
        onClick={onPalette}
        startIcon={<Search size={15} />}
        endIcon={<KeyCap combination={APP_KEYS.keys.palette[0]} />}
        sx={{ color: 'text.secondary', fontWeight: 450, display: { xs: 'none', sm: 'inline-flex' } }}
      >
        {translate('app.go_to.name')}
      </Button>
      <IconButton
        onClick={onPalette}
        aria-label={translate('app.go_to.name')}
        sx={{ display: { sm: 'none' } }}
      >
        <Search size={20} />
      </IconButton>
      <UserMenu onShortcuts={onShortcuts} />
    </Box>
  )
}
