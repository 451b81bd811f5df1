import { Button, Stack } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { useMe } from '../api/me.ts'
import { History } from '../features/entries/History.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RecordTabs, useTab } from '../ui/RecordTabs.tsx'
import { Factors } from './factors/Factors.tsx'
import { Preferences } from './Preferences.tsx'
import { Sessions } from './Sessions.tsx'
import { SignInSettings } from './SignInSettings.tsx'
import type { User } from './user.ts'

/** One's own account: what one signs in with, where one is signed in, and preferences. */
export const AccountPage = () => {
  const translate = useTranslate()
  // In full: sessions begin with a sign-in, not with a token that somebody else made.
  const user = useMe().user as User
  const tabs = [
    { path: '', label: translate('own.settings') },
    { path: 'history', label: translate('entries.history.title') },
  ]
  const tab = useTab(tabs)?.path
  return (
    <>
      <PageHeader
        title={translate('own.title')}
        subtitle={translate('own.subtitle')}
        actions={
          <Button variant="outlined" component={Link} to={`/users/${user.id}`}>
            {translate('own.profile')}
          </Button>
        }
      />
      <RecordTabs root="/account" tabs={tabs} current={tab} />
      {tab === 'history' ? <History kind="users" id={user.id} /> : <Settings user={user} />}
    </>
  )
}

const Settings = ({ user }: { user: User }) => (
  <Stack sx={{ gap: 2 }}>
    <SignInSettings user={user} />
    <Factors user={user} />
    <Sessions />
    <Preferences />
  </Stack>
)
