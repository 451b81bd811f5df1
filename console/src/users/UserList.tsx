import { useTranslate } from 'react-admin'
import { PageHeader } from '../ui/PageHeader.tsx'

export const UserList = () => {
  const translate = useTranslate()
  return <PageHeader title={translate('users.title')} />
}
