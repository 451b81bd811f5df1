import { Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link, useNavigate } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { client } from '../api/session.ts'
import { useChange } from '../api/useChange.ts'
import { RolePicker } from '../features/grants/RolePicker.tsx'
import { useNotifier } from '../features/mutations/useNotifier.tsx'
import { addressOf } from '../ui/listAddresses.ts'
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
  const [isSaving, setSaving] = useState(false)
  /** The API creates a user without roles: each role is assigned by a request of its own. */
  const assign = async (user: NewUser, role: PickerOption): Promise<Unassigned | undefined> => {
    try {
      await change(() => client.users.relation(user.id, 'roles').add(role.id))
      return undefined
    } catch (error) {
      return { user, role, error }
    }
  }
  const finish = (user: NewUser, failed: Unassigned | undefined, isClean: boolean, message: string) => {
    setUnassigned(failed)
    if (failed) return
    setRole(null)
    notifier.done({ message })
    if (isClean) navigate(`/users/${user.id}`)
  }
  const createdText = ({ name }: NewUser) =>
    role ? translate('users.created_with', { name, role: role.name }) : translate('users.created', { name })
  const save = async (changes: ChangesOf, known: User | undefined): Promise<AfterSave> => {
    setSaving(true)
    try {
      const user = await change(() =>
        known ? client.users.update(known.id, changes) : client.users.create(changes as never),
      )
      // The form is busy until both requests are done.
      const failed = role ? await assign(user, role) : undefined
      return (isClean) => {
        if (!isClean) setMade(user)
        finish(user, failed, isClean, known ? translate('users.saved_changes') : createdText(user))
      }
    } finally {
      setSaving(false)
    }
  }
  const retry = async (user: NewUser, role: PickerOption) =>
    finish(user, await assign(user, role), made === undefined, createdText(user))
  return (
    <>
      <PageHeader
        title={translate('users.new')}
        crumbs={[{ to: '/users', label: translate('users.title') }]}
        actions={made && !unassigned && <OpenUser user={made} />}
      />
      {unassigned && <RoleNotAssigned {...unassigned} assign={retry} />}
      {(made || !unassigned) && (
        <UserForm
          groups={NEW_USER}
          user={made}
          onSave={save}
          submit={translate(made ? 'ra.action.save' : 'users.create')}
          cancelTo={addressOf('/users')}
        >
          {may('users', 'roles.write') && may('roles', 'list') && (
            <Section title={translate('users.tabs.roles')}>
              <RolePicker
                value={role}
                onChange={setRole}
                isDisabled={isSaving}
                hint={translate('users.form.first_role')}
              />
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
        <OpenUser user={user} />
      </Stack>
    </Section>
  )
}

/** The way to a created user, also for those who may not change them. */
const OpenUser = ({ user: { id, name } }: { user: NewUser }) => {
  const translate = useTranslate()
  return (
    <Button component={Link} to={`/users/${id}`} variant="outlined">
      {translate('users.unassigned.open', { name })}
    </Button>
  )
}
