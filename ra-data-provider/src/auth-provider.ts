import type { Client, Me, SecondFactorProof } from '@rolecall/client'
import { type AuthProvider, HttpError } from 'ra-core'
import { memoryStore, type Session, type Store } from './store.ts'

export interface AuthOptions {
  /** Default: in memory. */
  store?: Store
}

interface Password {
  username?: string
  email?: string
  password: string
}

/** After the password of an account with a second factor, which throws the client's SecondFactorRequired. */
type Finish = { challenge: string } & SecondFactorProof

/** The API's names of react-admin's actions. */
const OPERATIONS: Record<string, string> = { show: 'read', export: 'list', edit: 'update' }

/** The scope of each operation, by resource. */
type Scopes = Record<string, { operations?: Record<string, string> } | undefined>

/** How long `/api/me` is cached. The service itself always checks the current state. */
const CACHE_MS = 60_000

/** react-admin's auth provider: signs the client in and out, and checks what its user may do. */
export function authProvider(client: Client, { store = memoryStore() }: AuthOptions = {}) {
  const stored = store.get()
  if (stored) client.setToken(stored.token)
  let cached: { me: Promise<Me>; until: number } | undefined

  function keep(session: Session | undefined) {
    store.set(session)
    cached = undefined
  }

  /** @throws HttpError 401, which makes react-admin ask to sign in */
  function session(): Session {
    const current = store.get()
    if (!current) throw new HttpError('ra.auth.auth_check_error', 401)
    return current
  }

  async function me(): Promise<Me> {
    session()
    if (cached && Date.now() < cached.until) return cached.me
    const request = { me: client.me(), until: Date.now() + CACHE_MS }
    cached = request
    request.me.catch(() => {
      if (cached === request) cached = undefined
    })
    return request.me
  }

  return {
    /** @param username or email, depending on the form's field name */
    login: async (sent: Password | Finish) => {
      if ('challenge' in sent) {
        const { challenge, ...proof } = sent
        await client.finishSignIn(challenge, proof)
      } else await client.signIn(sent.email ?? sent.username ?? '', sent.password)
      const token = client.readToken()
      keep(token === undefined ? {} : { token })
    },

    logout: async () => {
      keep(undefined)
      // If the service cannot be reached, the token is at least forgotten here.
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
      cached = undefined
      const { id, name, avatar_url: avatar } = (await me()).user
      return { id, fullName: name, ...(avatar != null && { avatar }) }
    },

    getPermissions: async () => (await me()).permissions,

    canAccess: async ({ action, resource, record }) => {
      const { may, permissions, user } = await me()
      const { operations } = (may as Scopes)[resource] ?? {}
      const scope = operations?.[OPERATIONS[action] ?? action]
      if (scope === undefined) return permissions.includes(`can-${action}-${resource}`)
      return scope === 'all' || (scope === 'own' && record?.id === user.id)
    },
  } satisfies AuthProvider
}
