import { CreateBase, Form, useTranslate } from 'react-admin'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'
import { RoleFields } from './RoleFields.tsx'

export const RoleCreate = () => {
  const translate = useTranslate()
  return (
    <CreateBase redirect={(_resource, id) => `roles/${id}/permissions`}>
      <PageHeader
        title={translate('roles.create')}
        subtitle={translate('roles.create_lead')}
        crumbs={[{ to: '/roles', label: translate('roles.title') }]}
      />
      <Section>
        <Form noValidate record={{ type: 'backend', is_active: true }}>
          <RoleFields />
        </Form>
      </Section>
    </CreateBase>
  )
}
