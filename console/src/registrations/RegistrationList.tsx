import { useTranslate } from 'react-admin'
import { PageHeader } from '../ui/PageHeader.tsx'

export const RegistrationList = () => {
  const translate = useTranslate()
  return <PageHeader title={translate('registrations.title')} />
}
