import { authProvider as rolecallAuth, dataProvider as rolecallData } from '@rolecall/ra-data-provider'
import { QueryClient } from '@tanstack/react-query'
import type { AuthProvider } from 'react-admin'
import { mutationCache } from './changes.ts'
import { mayOf, meQuery, type Subject } from './me.ts'
import { client, setSignedInUser, store } from './session.ts'

export const queryClient: QueryClient = new QueryClient({
  mutationCache: mutationCache(() => queryClient),
  defaultOptions: {
    // The client itself retries what can be retried.
    queries: { retry: false, refetchOnWindowFocus: false },
    // Without a network, a change fails at once, where the user sees it.
    mutations: { networkMode: 'always' },
  },
})

export const dataProvider = rolecallData(client)

const provider = rolecallAuth(client, { store })
/** Falls back to the last known state while the service does not respond: the service checks each request anyway. */
const me = async () => {
  try {
    return await queryClient.fetchQuery(meQuery)
  } catch (error) {
    const known = queryClient.getQueryData(meQuery.queryKey)
    if (!known || (error as { status?: number }).status === 401) throw error
    return known
  }
}

/** React-admin's actions, in the API's names. */
const OPERATIONS: Record<string, string> = { show: 'read', export: 'list', edit: 'update' }

/** The provider of `@rolecall/ra-data-provider`, on one cached response of `/api/me`. */
export const authProvider: AuthProvider = {
  ...provider,
  login: async (credentials) => {
    await provider.login(credentials)
    // Drop what was cached before the sign-in.
    await Promise.all([['auth'], meQuery.queryKey].map((queryKey) => queryClient.resetQueries({ queryKey })))
  },
  logout: async () => {
    setSignedInUser(undefined)
    // End the session before the store is cleared: a page without one would ask to sign in again.
    if (store.get()) await client.signOut().catch(() => undefined)
    await provider.logout()
  },
  getIdentity: async () => {
    const { id, name } = (await me()).user
    return { id, fullName: name }
  },
  // Also called on public pages, where an error would redirect to the sign-in.
  getPermissions: async () => (store.get() ? (await me()).permissions : []),
  canAccess: async ({ action, resource, record }) => {
    const known = await me()
    if (!Object.hasOwn(known.may, resource)) return known.permissions.includes(`can-${action}-${resource}`)
    const may = mayOf(known) as (subject: Subject, what: string, record?: { id?: unknown }) => boolean
    return may(resource as Subject, OPERATIONS[action] ?? action, record)
  },
}
