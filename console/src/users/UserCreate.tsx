import { Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link, useNavigate } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { client } from '../api/session.ts'
import { useChange } from '../api/useChange.ts'
import { RolePicker } from '../features/grants/RolePicker.tsx'
import { useNotifier } from '../features/mutations/useNotifier.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import type { AfterSave } from '../ui/RecordForm.tsx'
import type { PickerOption } from '../ui/RecordPicker.tsx'
import { Retry } from '../ui/Retry.tsx'
import { Section } from '../ui/Section.tsx'
import { NEW_USER } from './fields.ts'
import { UserForm } from './form/UserForm.tsx'
import type { ChangesOf, User } from './user.ts'

interface NewUser {
  id: number
  name: string
}

/** A user who was created and did not get the selected role. */
interface Unassigned {
  user: NewUser
  role: PickerOption
  error: unknown
}

export const UserCreate = () => {
  const translate = useTranslate()
  const may = useMay()
  const navigate = useNavigate()
  const change = useChange()
  const notifier = useNotifier()
  const [role, setRole] = useState<PickerOption | null>(null)
  const [unassigned, setUnassigned] = useState<Unassigned>()
  /** A user who was created while something else was typed: the next save changes them. */
  const [made, setMade] = useState<User>()
  const open = (user: NewUser) => {
    notifier.done({ message: translate('users.created', { name: user.name }) })
    navigate(`/users/${user.id}`)
  }
  /** The API creates a user without roles: each role is assigned by a request of its own. */
  const assign = async (user: NewUser, role: PickerOption): Promise<() => void> => {
    try {
      await change(() => client.users.relation(user.id, 'roles').add(role.id))
      return () => open(user)
    } catch (error) {
      return () => setUnassigned({ user, role, error })
    }
  }
  const save = async (changes: ChangesOf, known: User | undefined): Promise<AfterSave> => {
    const user = await change(() =>
      known ? client.users.update(known.id, changes) : client.users.create(changes as never),
    )
    // The form is busy until both requests are done.
    const end = role ? await assign(user, role) : () => open(user)
    return (isClean) => {
      if (isClean) return end()
      notifier.done({ message: translate('users.created', { name: user.name }) })
      setMade(user)
    }
  }
  return (
    <>
      <PageHeader
        title={translate('users.new')}
        crumbs={[{ to: '/users', label: translate('users.title') }]}
      />
      {unassigned ? (
        <RoleNotAssigned {...unassigned} assign={async (user, role) => (await assign(user, role))()} />
      ) : (
        <UserForm
          groups={NEW_USER}
          user={made}
          onSave={save}
          submit={translate(made ? 'ra.action.save' : 'users.create')}
        >
          {may('users', 'roles.write') && may('roles', 'list') && (
            <Section title={translate('users.tabs.roles')}>
              <RolePicker value={role} onChange={setRole} hint={translate('users.form.first_role')} />
            </Section>
          )}
        </UserForm>
      )}
    </>
  )
}

interface UnassignedProps extends Unassigned {
  assign: (user: NewUser, role: PickerOption) => Promise<void>
}

/** What was done and what was not, with a retry of the rest. */
const RoleNotAssigned = ({ user, role, error, assign }: UnassignedProps) => {
  const translate = useTranslate()
  const names = { name: user.name, role: role.name }
  return (
    <Section title={translate('users.unassigned.title', names)}>
      <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
        <Typography variant="body2">{translate('users.unassigned.text', names)}</Typography>
        <Retry error={error} retry={() => assign(user, role)} next={translate('users.unassigned.next')} />
        <Button component={Link} to={`/users/${user.id}`} variant="outlined">
          {translate('users.unassigned.open', names)}
        </Button>
      </Stack>
    </Section>
  )
}
