import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { refetchAll } from '../api/refetch.ts'
import { client } from '../api/session.ts'
import { RolePicker } from '../grants/RolePicker.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import type { Pick } from '../ui/RecordPicker.tsx'
import { Section } from '../ui/Section.tsx'
import { useNotifier } from '../ui/useAction.tsx'
import { NEW_USER } from './fields.ts'
import { UserForm } from './form/UserForm.tsx'
import type { ChangesOf } from './user.ts'

export const UserCreate = () => {
  const translate = useTranslate()
  const may = useMay()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const notifier = useNotifier()
  const [role, setRole] = useState<Pick | null>(null)
  const save = async (changes: ChangesOf) => {
    const user = await client.users.create(changes as never)
    void refetchAll(queries)
    try {
      if (role) await client.users.relation(user.id, 'roles').add(role.id)
      notifier.done({ message: translate('users.created', { name: user.name }) })
    } catch (error) {
      // The user exists; a failed role assignment can be repeated on the user's page.
      notifier.refused(error)
    }
    return () => navigate(`/users/${user.id}`)
  }
  return (
    <>
      <PageHeader
        title={translate('users.new')}
        crumbs={[{ to: '/users', label: translate('users.title') }]}
      />
      <UserForm groups={NEW_USER} onSave={save} submit={translate('users.create')}>
        {may('users', 'roles.write') && may('roles', 'list') && (
          <Section title={translate('users.tabs.roles')}>
            <RolePicker value={role} onChange={setRole} hint={translate('users.form.first_role')} />
          </Section>
        )}
      </UserForm>
    </>
  )
}
