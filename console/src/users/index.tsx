import { Route } from 'react-router-dom'
import { lazily } from '../ui/lazily.ts'

const ImportPage = lazily(() => import('./import/ImportPage.tsx'), 'ImportPage')

export const users = {
  list: lazily(() => import('./list/UserList.tsx'), 'UserList'),
  create: lazily(() => import('./UserCreate.tsx'), 'UserCreate'),
  edit: lazily(() => import('./profile/UserPage.tsx'), 'UserPage'),
  children: <Route path="import" element={<ImportPage />} />,
  recordRepresentation: 'name',
}
