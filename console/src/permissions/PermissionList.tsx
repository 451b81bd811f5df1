import { useTranslate } from 'react-admin'
import { PageHeader } from '../ui/PageHeader.tsx'

export const PermissionList = () => {
  const translate = useTranslate()
  return <PageHeader title={translate('permissions.title')} />
}
