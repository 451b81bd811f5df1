import { useTranslate } from 'react-admin'
import { PageHeader } from '../ui/PageHeader.tsx'

export const RoleList = () => {
  const translate = useTranslate()
  return <PageHeader title={translate('roles.title')} />
}
