import { EditBase, Form, useTranslate } from 'react-admin'
import { useNotifier } from '../features/mutations/useNotifier.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Section } from '../ui/Section.tsx'
import { When } from '../ui/When.tsx'
import { RoleFields } from './RoleFields.tsx'
import { type Role, useRoleAbilities } from './role.ts'
import { useRoleLockReason } from './useRoleLockReason.ts'

export const RoleDetails = ({ role }: { role: Role }) => {
  const { update } = useRoleAbilities(role)
  const beyond = useRoleLockReason(role)
  return <Section>{update && !beyond ? <Editor role={role} /> : <Reader role={role} />}</Section>
}

const Editor = ({ role }: { role: Role }) => {
  const translate = useTranslate()
  const notifier = useNotifier()
  return (
    <EditBase
      resource="roles"
      id={role.id}
      mutationMode="pessimistic"
      redirect={false}
      mutationOptions={{ onSuccess: () => notifier.done({ message: translate('roles.saved') }) }}
    >
      {/* Editable fields only: a refetched count must not reset the form while the user types. */}
      <Form noValidate record={written(role)}>
        <RoleFields />
      </Form>
    </EditBase>
  )
}

const written = ({ name, slug, details, type, is_active }: Role) => ({ name, slug, details, type, is_active })

const Reader = ({ role }: { role: Role }) => {
  const translate = useTranslate()
  const { name, slug, details, type, is_active, created_at, updated_at } = role
  return (
    <Facts
      facts={[
        { label: translate('roles.name'), value: name },
        { label: translate('roles.slug'), value: <code>{slug}</code> },
        { label: translate('roles.details'), value: details ?? '–' },
        { label: translate('roles.type'), value: translate(`roles.types.${type}`) },
        {
          label: translate('roles.state'),
          value: translate(`status.${is_active ? 'active' : 'inactive'}`),
        },
        { label: translate('roles.created'), value: <When at={created_at} absolute /> },
        { label: translate('roles.updated'), value: <When at={updated_at} absolute /> },
      ]}
    />
  )
}
