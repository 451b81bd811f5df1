import { useRequireAccess, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { client } from '../api/session.ts'
import { useChange } from '../api/useChange.ts'
import { useNotifier } from '../features/mutations/useNotifier.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { type RoleChanges, RoleForm } from './RoleForm.tsx'

export const RoleCreate = () => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const change = useChange()
  const notifier = useNotifier()
  useRequireAccess({ resource: 'roles', action: 'create' })
  const create = async (values: RoleChanges) => {
    const { id } = await change(() => client.roles.create(values as never))
    return () => {
      notifier.done({ message: translate('ra.notification.created', { smart_count: 1 }) })
      navigate(`/roles/${id}/permissions`)
    }
  }
  return (
    <>
      <PageHeader
        title={translate('roles.create')}
        subtitle={translate('roles.create_lead')}
        crumbs={[{ to: '/roles', label: translate('roles.title') }]}
      />
      <RoleForm record={undefined} onSave={create} />
    </>
  )
}
