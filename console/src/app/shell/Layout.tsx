import { Box, Drawer, useMediaQuery } from '@mui/material'
import type { Theme } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslate } from 'react-admin'
import { ErrorBoundary } from 'react-error-boundary'
import { useLocation } from 'react-router-dom'
import { enrolment } from '../../api/enrolment.ts'
import { meQuery } from '../../api/me.ts'
import { Loading } from '../../ui/Loading.tsx'
import { noteAddress } from '../../ui/listAddresses.ts'
import { MENU_WIDTH } from '../../ui/theme/theme-components.ts'
import { Enrolment } from '../session/Enrolment.tsx'
import { ProveAgain } from '../session/ProveAgain.tsx'
import { SignInAgain } from '../session/SignInAgain.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { MailBanner } from './MailBanner.tsx'
import { Menu } from './Menu.tsx'
import { Palette } from './Palette.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { Broken, Unreachable } from './states.tsx'
import { TopBar } from './TopBar.tsx'
import { useAppKeys } from './useAppKeys.ts'

const MAIN_ID = 'main'

/** The frame around every page. It waits until the user is known, and has the second factor that they need. */
export const Layout = ({ children }: { children: ReactNode }) => {
  const { data, error, refetch } = useQuery(meQuery)
  const place = useSyncExternalStore(enrolment.subscribe, enrolment.readPlace)
  if (!data) return error ? <Unreachable error={error} retry={() => refetch()} /> : <Loading />
  return (
    <>
      {place !== 'instead' && <Frame isBehind={place === 'above'}>{children}</Frame>}
      {place && <Enrolment isAbove={place === 'above'} />}
      {/* Mounted anew, they are above the set-up. */}
      <ProveAgain key={`proof ${place}`} />
      <SignInAgain key={`sign-in ${place}`} />
    </>
  )
}

interface FrameProps {
  /** Something above the page must be done first. */
  isBehind: boolean
  children: ReactNode
}

const Frame = ({ isBehind, children }: FrameProps) => {
  const translate = useTranslate()
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true })
  const { pathname, search } = useLocation()
  useEffect(() => noteAddress({ pathname, search }), [pathname, search])
  /** The page that the menu was opened on: navigation closes it. */
  const [menuAt, setMenuAt] = useState<string>()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [isListing, setListing] = useState(false)
  useAppKeys({ palette: () => setPaletteOpen(!isBehind), list: () => setListing(!isBehind) })
  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh', bgcolor: 'background.default' }}>
      <SkipToContent />
      {isNarrow ? (
        <Drawer
          open={menuAt === pathname}
          onClose={() => setMenuAt(undefined)}
          slotProps={{ paper: { sx: { width: 280 }, 'aria-label': translate('app.menu.name') } }}
        >
          <Menu />
        </Drawer>
      ) : (
        <Box
          sx={{
            width: MENU_WIDTH,
            flex: 'none',
            position: 'sticky',
            top: 0,
            height: '100dvh',
            overflowY: 'auto',
            borderRight: 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
          }}
        >
          <Menu />
        </Box>
      )}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <TopBar
          onMenu={isNarrow ? () => setMenuAt(pathname) : undefined}
          onPalette={() => setPaletteOpen(true)}
          onShortcuts={() => setListing(true)}
        />
        <MailBanner />
        <Box
          component="main"
          id={MAIN_ID}
          tabIndex={-1}
          sx={{
            flex: 1,
            minWidth: 0,
            px: { xs: 2, md: 4 },
            py: { xs: 2, md: 3 },
            outline: 'none',
            width: '100%',
            maxWidth: 1440,
            mx: 'auto',
          }}
        >
          <ErrorBoundary FallbackComponent={Broken} resetKeys={[pathname]}>
            <Suspense fallback={<Loading />}>{children}</Suspense>
          </ErrorBoundary>
        </Box>
      </Box>
      <Palette open={isPaletteOpen} setOpen={setPaletteOpen} />
      {isListing && <ShortcutsDialog onClose={() => setListing(false)} />}
      <LeaveDialog />
    </Box>
  )
}

/** Skip link: the first focusable element, visible only with the focus. */
const SkipToContent = () => {
  const translate = useTranslate()
  return (
    <Box
      component="button"
      type="button"
      onClick={() => document.getElementById(MAIN_ID)?.focus()}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        border: 0,
        borderRadius: 1,
        font: 'inherit',
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        '&:not(:focus)': { transform: 'translateY(-200%)' },
      }}
    >
      {translate('app.skip')}
    </Box>
  )
}
