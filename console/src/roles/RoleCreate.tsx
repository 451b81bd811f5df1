import { useState } from 'react'
import { useRequireAccess, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { client } from '../api/session.ts'
import { useChange } from '../api/useChange.ts'
import { useNotifier } from '../features/mutations/useNotifier.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import type { AfterSave } from '../ui/RecordForm.tsx'
import { type RoleChanges, RoleForm } from './RoleForm.tsx'
import type { Role } from './role.ts'

export const RoleCreate = () => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const change = useChange()
  const notifier = useNotifier()
  useRequireAccess({ resource: 'roles', action: 'create' })
  /** A role that was created while something else was typed: the next save changes it. */
  const [made, setMade] = useState<Role>()
  const save = async (changes: RoleChanges, known: Role | undefined): Promise<AfterSave> => {
    const role = await change(() =>
      known ? client.roles.update(known.id, changes as never) : client.roles.create(changes as never),
    )
    return (isClean) => {
      const created = translate('ra.notification.created', { smart_count: 1 })
      notifier.done({ message: known ? translate('roles.saved') : created })
      if (!isClean) return setMade(role)
      navigate(`/roles/${role.id}/permissions`)
    }
  }
  return (
    <>
      <PageHeader
        title={translate('roles.create')}
        subtitle={translate('roles.create_lead')}
        crumbs={[{ to: '/roles', label: translate('roles.title') }]}
      />
      <RoleForm record={made} onSave={save} />
    </>
  )
}
