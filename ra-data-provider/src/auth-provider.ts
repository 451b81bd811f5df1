import type { Client } from '@rolecall/client'
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

/** What the permissions of this API call react-admin's actions; any other is called as it is. */
const VERBS: Record<string, string> = { list: 'read', show: 'read', export: 'read', edit: 'update' }

/** How long permissions are remembered; the service itself always knows the latest. */
const REMEMBERED_MS = 60_000

/** react-admin's auth provider: signs the client in and out, and asks what its user may do. */
export function authProvider(client: Client, { store = memoryStore() }: AuthOptions = {}) {
  const kept = store.get()
  if (kept) client.setToken(kept.token)
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

  async function slugs(): Promise<string[]> {
    if (held && Date.now() < held.until) return held.slugs
    const asked = { slugs: readSlugs(client, session().userId), until: Date.now() + REMEMBERED_MS }
    held = asked
    asked.slugs.catch(() => {
      if (held === asked) held = undefined
    })
    return asked.slugs
  }

  return {
    /** @param username or email, whichever the form calls it */
    login: async ({ username, email, password }: Credentials) => {
      const { id } = await client.signIn(email ?? username ?? '', password)
      keep({ userId: id, token: client.readToken() as string })
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
      const { id, name, avatar_url: avatar } = await client.users.get(session().userId)
      return { id, fullName: name, ...(avatar !== null && { avatar }) }
    },

    getPermissions: slugs,

    canAccess: async ({ action, resource, record }) => {
      const isOwn = resource === 'users' && record !== undefined && record.id === session().userId
      if (isOwn && (action === 'show' || action === 'edit')) return true
      return (await slugs()).includes(`can-${VERBS[action] ?? action}-${resource}`)
    },
  } satisfies AuthProvider
}

/** Slugs of all permissions that the user holds now. */
async function readSlugs(client: Client, userId: number): Promise<string[]> {
  const held: string[] = []
  for await (const { slug } of client.users.relation(userId, 'permissions').all()) held.push(slug)
  return held
}
