import { useTranslate } from 'react-admin'
import { PageHeader } from '../ui/PageHeader.tsx'

export const DashboardPage = () => {
  const translate = useTranslate()
  return <PageHeader title={translate('dashboard.title')} />
}
