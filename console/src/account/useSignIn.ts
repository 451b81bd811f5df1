import { useNavigate } from 'react-router-dom'
import { authProvider } from '../api/providers.ts'

interface Credentials {
  email: string
  password: string
}

/** Signs in and opens a page of the console. */
export function useSignIn() {
  const navigate = useNavigate()
  return async (credentials: Credentials, to: string): Promise<void> => {
    await authProvider.login(credentials)
    navigate(to)
  }
}
