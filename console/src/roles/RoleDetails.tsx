import { EditBase, Form, useTranslate } from 'react-admin'
import { Facts } from '../ui/Facts.tsx'
import { Section } from '../ui/Section.tsx'
import { useUndoNotice } from '../ui/useUndoNotice.tsx'
import { When } from '../ui/When.tsx'
import { RoleFields } from './RoleFields.tsx'
import { type Role, useRoleLeave } from './role.ts'

export const RoleDetails = ({ role }: { role: Role }) => (
  <Section>{useRoleLeave(role).update ? <Editor role={role} /> : <Reader role={role} />}</Section>
)

const Editor = ({ role }: { role: Role }) => {
  const translate = useTranslate()
  const tell = useUndoNotice()
  return (
    <EditBase
      resource="roles"
      id={role.id}
      mutationMode="pessimistic"
      redirect={false}
      mutationOptions={{ onSuccess: () => tell(translate('roles.saved')) }}
    >
      <Form>
        <RoleFields />
      </Form>
    </EditBase>
  )
}

const Reader = ({ role }: { role: Role }) => {
  const translate = useTranslate()
  const { name, slug, details, type, is_active, created_at, updated_at } = role
  return (
    <Facts
      facts={[
        [translate('roles.name'), name],
        [translate('roles.slug'), <code key="slug">{slug}</code>],
        [translate('roles.details'), details ?? '–'],
        [translate('roles.type'), translate(`roles.types.${type}`)],
        [translate('roles.state'), translate(`ui.status.${is_active ? 'active' : 'inactive'}`)],
        [translate('roles.created'), <When key="created" at={created_at} absolute />],
        [translate('roles.updated'), <When key="updated" at={updated_at} absolute />],
      ]}
    />
  )
}
