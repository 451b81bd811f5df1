import { useTranslate } from 'react-admin'
import { PageHeader } from '../ui/PageHeader.tsx'

export const TaxonomyPage = () => {
  const translate = useTranslate()
  return <PageHeader title={translate('taxonomies.title')} />
}
