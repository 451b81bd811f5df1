import { Button, Stack } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { useMe } from '../api/me.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
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
      <Stack sx={{ gap: 2 }}>
        <SignInSettings user={user} />
        <Factors user={user} />
        <Sessions />
        <Preferences />
      </Stack>
    </>
  )
}
