import { authProvider as rolecallAuth, dataProvider as rolecallData } from '@rolecall/ra-data-provider'
import { QueryClient } from '@tanstack/react-query'
import type { AuthProvider } from 'react-admin'
import { type May, mayOf, meQuery, type Subject } from './me.ts'
import { client, setWorker, store } from './session.ts'

export const queryClient = new QueryClient({
  // The client repeats what may be repeated.
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } },
})

export const dataProvider = rolecallData(client)

const provider = rolecallAuth(client, { store })
/** What was known before is good enough while the service does not answer: it decides at each call anyway. */
const me = async () => {
  try {
    return await queryClient.fetchQuery(meQuery)
  } catch (error) {
    const known = queryClient.getQueryData(meQuery.queryKey)
    if (!known || (error as { status?: number }).status === 401) throw error
    return known
  }
}

/** What the API calls react-admin's actions. */
const OPERATIONS: Record<string, string> = { show: 'read', export: 'list', edit: 'update' }

/** As `@rolecall/ra-data-provider` has it, on one answer of `/api/me` that the pages share. */
export const authProvider: AuthProvider = {
  ...provider,
  login: async (credentials) => {
    await provider.login(credentials)
    // What was known of the stranger who came here.
    await Promise.all([['auth'], meQuery.queryKey].map((queryKey) => queryClient.resetQueries({ queryKey })))
  },
  logout: async () => {
    setWorker(undefined)
    // First the token, then the page's own memory of it: a page that finds none asks to be signed in to again.
    if (store.get()) await client.signOut().catch(() => undefined)
    await provider.logout()
  },
  getIdentity: async () => {
    const { id, name } = (await me()).user
    return { id, fullName: name }
  },
  // Asked for on pages of strangers too, where a refusal would lead away to the sign-in.
  getPermissions: async () => (store.get() ? (await me()).permissions : []),
  canAccess: async ({ action, resource, record }) => {
    const known = await me()
    if (!Object.hasOwn(known.may, resource)) return known.permissions.includes(`can-${action}-${resource}`)
    const may = mayOf(known) as (subject: Subject, what: string, record?: { id?: unknown }) => boolean
    return may(resource as Subject, OPERATIONS[action] ?? action, record)
  },
}

export type { May }
