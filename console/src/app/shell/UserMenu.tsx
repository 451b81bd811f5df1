import {
  Box,
  Divider,
  IconButton,
  ListItemIcon,
  ListSubheader,
  Menu,
  MenuItem,
  Snackbar,
  Typography,
} from '@mui/material'
import { Check, CircleUserRound, Keyboard, LogOut, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLogout, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useMe } from '../../api/me.ts'
import { reloadIfServed } from '../../api/parts.ts'
import { preferences } from '../../api/preferences.ts'
import { PersonAvatar } from '../../features/people/PersonCell.tsx'
import {
  THEMES,
  themeName,
  useAccountPreferences,
  usePreferences,
} from '../../features/preferences/usePreferences.ts'
import { LOCALES } from '../../i18n/provider.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Retry } from '../../ui/Retry.tsx'
import { discardUnsaved, hasUnsavedChanges } from '../../ui/unsavedChanges.ts'
import { SessionNote } from './SessionNote.tsx'
import { ACCOUNT, useAccountCommands } from './useAccountCommands.ts'

/** An action that loses unsaved changes, and the texts of its confirmation. */
interface Risk {
  words: 'app.user_menu.unsaved' | 'ui.unsaved'
  act: () => void
}

// Over 80 lines: MUI's menu finds the item to focus among its own children only.
export const UserMenu = ({ onShortcuts }: { onShortcuts: () => void }) => {
  const translate = useTranslate()
  const { user } = useMe()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { theme, setTheme, locale, setLanguage } = usePreferences()
  useAccountPreferences()
  const [risk, setRisk] = useState<Risk>()
  const [failed, setFailed] = useState<{ locale: string; error: unknown }>()
  const logout = useLogout()
  const navigate = useNavigate()
  const close = () => setAnchor(null)
  const changeLanguage = async (value: string) => {
    try {
      await setLanguage(value)
    } catch (error) {
      setFailed({ locale: value, error })
    }
  }
  const loadIn = (value: string) => {
    preferences.setItem('locale', value)
    return reloadIfServed()
  }
  const then = (act: () => void) => () => {
    close()
    act()
  }
  /** Asks first if the page has unsaved changes. */
  const thenIfConfirmed = (words: Risk['words'], act: () => void) =>
    then(() => (hasUnsavedChanges() ? setRisk({ words, act }) : act()))
  const signOut = thenIfConfirmed('ui.unsaved', () => logout(undefined, undefined, false))
  const language = (value: string) =>
    // A language change remounts the page.
    thenIfConfirmed('app.user_menu.unsaved', () => void changeLanguage(value))
  const goTo = (path: string) => then(() => navigate(path))
  const profile = `/users/${user.id}`
  useAccountCommands(
    {
      account: goTo(ACCOUNT),
      profile: goTo(profile),
      tokens: goTo(`${profile}/tokens`),
      shortcuts: onShortcuts,
      sign_out: signOut,
    },
    [
      ...THEMES.filter((value) => value !== theme).map((value) => ({
        of: 'theme' as const,
        name: translate(themeName(value)),
        run: () => setTheme(value),
      })),
      ...LOCALES.filter((each) => each.locale !== locale).map((each) => ({
        of: 'language' as const,
        name: each.name,
        run: language(each.locale),
      })),
    ],
  )
  return (
    <>
      <IconButton
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-label={translate('app.user_menu.name', { name: user.name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
      >
        <PersonAvatar name={user.name} />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ paper: { sx: { width: 240 } } }}
      >
        <Box component="li" role="presentation" sx={{ px: 2, pt: 0.5, pb: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {user.name}
          </Typography>
          <Typography
            variant="caption"
            color="textSecondary"
            component="div"
            sx={{ overflowWrap: 'anywhere' }}
          >
            {user.email}
          </Typography>
          <SessionNote />
        </Box>
        <Divider component="li" role="presentation" sx={{ mb: 0.5 }} />
        <MenuItem onClick={goTo(ACCOUNT)}>
          <Leading>
            <CircleUserRound size={16} />
          </Leading>
          {translate('app.user_menu.account')}
        </MenuItem>
        <MenuItem onClick={goTo(profile)}>
          <Leading>
            <UserRound size={16} />
          </Leading>
          {translate('app.user_menu.profile')}
        </MenuItem>
        <Heading>{translate('preferences.theme')}</Heading>
        {THEMES.map((value) => (
          <Choice key={value ?? 'system'} isChosen={theme === value} onClick={then(() => setTheme(value))}>
            {translate(themeName(value))}
          </Choice>
        ))}
        <Heading>{translate('preferences.language')}</Heading>
        {LOCALES.map(({ locale: value, name }) => (
          <Choice key={value} isChosen={locale === value} onClick={language(value)} lang={value}>
            {name}
          </Choice>
        ))}
        <Divider component="li" role="presentation" sx={{ my: 0.5 }} />
        <MenuItem onClick={then(onShortcuts)}>
          <Leading>
            <Keyboard size={16} />
          </Leading>
          {translate('app.user_menu.shortcuts')}
        </MenuItem>
        <MenuItem onClick={signOut}>
          <Leading>
            <LogOut size={16} />
          </Leading>
          {translate('app.user_menu.sign_out')}
        </MenuItem>
      </Menu>
      {failed && (
        <Snackbar open onClose={(_event, reason) => reason !== 'clickaway' && setFailed(undefined)}>
          <div>
            <Retry error={failed.error} retry={() => loadIn(failed.locale)} />
          </div>
        </Snackbar>
      )}
      {risk && (
        <ConfirmDialog
          open
          title={translate(`${risk.words}.title`)}
          confirm={translate(`${risk.words}.leave`)}
          cancel={translate('ui.unsaved.stay')}
          onClose={() => setRisk(undefined)}
          onConfirm={() => {
            setRisk(undefined)
            discardUnsaved()
            risk.act()
          }}
        >
          {translate(`${risk.words}.text`)}
        </ConfirmDialog>
      )}
    </>
  )
}

const Leading = ({ children }: { children: ReactNode }) => (
  <ListItemIcon sx={{ minWidth: '28px !important' }}>{children}</ListItemIcon>
)

const Heading = ({ children }: { children: string }) => (
  <ListSubheader role="presentation" sx={{ lineHeight: '28px', fontSize: '0.75rem', bgcolor: 'transparent' }}>
    {children}
  </ListSubheader>
)

interface ChoiceProps {
  isChosen: boolean
  onClick: () => void
  lang?: string
  children: string
}

const Choice = ({ isChosen, children, ...props }: ChoiceProps) => (
  <MenuItem role="menuitemradio" aria-checked={isChosen} {...props}>
    <Leading>{isChosen && <Check size={16} />}</Leading>
    {children}
  </MenuItem>
)
