import { useTranslate } from 'react-admin'
import { PageHeader } from '../ui/PageHeader.tsx'

export const TrashPage = () => {
  const translate = useTranslate()
  return <PageHeader title={translate('trash.title')} />
}
