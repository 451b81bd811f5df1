import { useTranslate } from 'react-admin'
import { PageHeader } from '../ui/PageHeader.tsx'

export const MatrixPage = () => {
  const translate = useTranslate()
  return <PageHeader title={translate('matrix.title')} />
}
