import type { Client, Me } from '@rolecall/client'
import { type AuthProvider, HttpError } from 'ra-core'
import { memoryStore, type Session, type Store } from './store.ts'

export interface AuthOptions {
  /** In memory unless told otherwise. */
  store?: Store
}

interface Credentials {
  username?: string
  email?: string
  password: string
}

/** What the API calls react-admin's actions. */
const OPERATIONS: Record<string, string> = { show: 'read', export: 'list', edit: 'update' }

/** For each resource, how far one's leave goes. */
type Leave = Record<string, { operations?: Record<string, string> } | undefined>

/** How long it is remembered who one is and what one may do; the service itself always knows the latest. */
const REMEMBERED_MS = 60_000

/** react-admin's auth provider: signs the client in and out, and asks what its user may do. */
export function authProvider(client: Client, { store = memoryStore() }: AuthOptions = {}) {
  const kept = store.get()
  if (kept) client.setToken(kept.token)
  let known: { me: Promise<Me>; until: number } | undefined

  function keep(session: Session | undefined) {
    store.set(session)
    known = undefined
  }

  /** @throws HttpError 401, which makes react-admin ask to sign in */
  function session(): Session {
    const current = store.get()
    if (!current) throw new HttpError('ra.auth.auth_check_error', 401)
    return current
  }

  async function me(): Promise<Me> {
    session()
    if (known && Date.now() < known.until) return known.me
    const asked = { me: client.me(), until: Date.now() + REMEMBERED_MS }
    known = asked
    asked.me.catch(() => {
      if (known === asked) known = undefined
    })
    return asked.me
  }

  return {
    /** @param username or email, whichever the form calls it */
    login: async ({ username, email, password }: Credentials) => {
      await client.signIn(email ?? username ?? '', password)
      keep({ token: client.readToken() as string })
    },

    logout: async () => {
      keep(undefined)
      // Where the service cannot be reached, the token is forgotten here at least.
      if (client.readToken() !== undefined) await client.signOut().catch(() => undefined)
    },

    checkAuth: async () => {
      session()
    },

    checkError: async (error) => {
      if (error.status !== 401) return
      keep(undefined)
      client.setToken(undefined)
      throw error
    },

    getIdentity: async () => {
      known = undefined
      const { id, name, avatar_url: avatar } = (await me()).user
      return { id, fullName: name, ...(avatar != null && { avatar }) }
    },

    getPermissions: async () => (await me()).permissions,

    canAccess: async ({ action, resource, record }) => {
      const { may, permissions, user } = await me()
      const { operations } = (may as Leave)[resource] ?? {}
      const scope = operations?.[OPERATIONS[action] ?? action]
      if (scope === undefined) return permissions.includes(`can-${action}-${resource}`)
      return scope === 'all' || (scope === 'own' && record?.id === user.id)
    },
  } satisfies AuthProvider
}
