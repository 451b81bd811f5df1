import type { Client } from '@rolecall/client'
import { type AuthProvider, HttpError } from 'ra-core'
import { memoryStore, type Session, type Store } from './store.ts'

export interface AuthOptions {
  /** In memory unless told otherwise. */
  store?: Store
}

/** What the permissions of this API call react-admin's actions; any other is called as it is. */
const VERBS: Record<string, string> = { list: 'read', show: 'read', export: 'read', edit: 'update' }

/** How long permissions are remembered; the service itself always knows the latest. */
const REMEMBERED_MS = 60_000

/** react-admin's auth provider: signs the client in and out, and asks what its user may do. */
export function authProvider(client: Client, { store = memoryStore() }: AuthOptions = {}) {
  const kept = store.get()
  if (kept) client.useToken(kept.token)
  let held: { slugs: Promise<string[]>; until: number } | undefined

  function keep(session: Session | undefined) {
    store.set(session)
    held = undefined
  }

  /** @throws HttpError 401, which makes react-admin ask to sign in */
  function session(): Session {
    const current = store.get()
    if (!current) throw new HttpError('ra.auth.auth_check_error', 401)
    return current
  }

  async function slugs(signal: AbortSignal | undefined): Promise<string[]> {
    if (held && Date.now() < held.until) return held.slugs
    const asked = { slugs: readSlugs(client, session().userId, signal), until: Date.now() + REMEMBERED_MS }
    held = asked
    asked.slugs.catch(() => {
      if (held === asked) held = undefined
    })
    return asked.slugs
  }

  return {
    supportAbortSignal: true,

    login: async ({
      username,
      email = username,
      password,
    }: Record<'username' | 'email' | 'password', string>) => {
      const { id } = await client.signIn(email, password)
      keep({ userId: id, token: client.readToken() as string })
    },

    logout: async () => {
      const wasSignedIn = store.get() !== undefined
      keep(undefined)
      // Where the service cannot be reached, the token is forgotten here at least.
      if (wasSignedIn) await client.signOut().catch(() => undefined)
    },

    checkAuth: async () => {
      session()
    },

    checkError: async (error) => {
      if (error.status !== 401) return
      keep(undefined)
      client.useToken(undefined)
      throw error
    },

    getIdentity: async ({ signal } = {}) => {
      const {
        id,
        name,
        avatar_url: avatar,
      } = await client.users.get(session().userId, signal ? { signal } : {})
      return { id, fullName: name, ...(avatar !== null && { avatar }) }
    },

    getPermissions: async ({ signal } = {}) => slugs(signal),

    canAccess: async ({ action, resource, record, signal }) => {
      const isOwn = resource === 'users' && record !== undefined && record.id === session().userId
      if (isOwn && (action === 'show' || action === 'edit')) return true
      return (await slugs(signal)).includes(`can-${VERBS[action] ?? action}-${resource}`)
    },
  } satisfies AuthProvider
}

/** Slugs of all permissions that the user holds now. */
async function readSlugs(client: Client, userId: number, signal: AbortSignal | undefined): Promise<string[]> {
  const held: string[] = []
  const permissions = client.users.relation(userId, 'permissions').all({}, signal ? { signal } : {})
  for await (const { slug } of permissions) held.push(slug)
  return held
}
