import { EditBase, Form, useTranslate } from 'react-admin'
import { Section } from '../ui/Section.tsx'
import { useUndoNotice } from '../ui/useUndoNotice.tsx'
import { RoleFields } from './RoleFields.tsx'
import { type Role, useRoleLeave } from './role.ts'

export const RoleDetails = ({ role }: { role: Role }) => {
  const translate = useTranslate()
  const tell = useUndoNotice()
  if (!useRoleLeave(role).update) {
    return (
      <Section>
        <Form record={role}>
          <RoleFields isReadOnly />
        </Form>
      </Section>
    )
  }
  return (
    <EditBase
      resource="roles"
      id={role.id}
      mutationMode="pessimistic"
      redirect={false}
      mutationOptions={{ onSuccess: () => tell(translate('roles.saved')) }}
    >
      <Section>
        <Form>
          <RoleFields />
        </Form>
      </Section>
    </EditBase>
  )
}
