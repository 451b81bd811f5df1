/** A session. It is stored, so that a reloaded page needs no new sign-in. */
export interface Session {
  /** Absent for a session in a cookie, which scripts cannot read. */
  token?: string
}

/** The storage of a session. */
export interface Store {
  get: () => Session | undefined
  set: (session: Session | undefined) => void
}

/** Keeps the session until the page is reloaded or closed. Other scripts cannot read it. */
export function memoryStore(): Store {
  let current: Session | undefined
  return {
    get: () => current,
    set: (session) => {
      current = session
    },
  }
}

const KEY = 'rolecall'

/** Keeps the session until the tab is closed. All scripts of the page's origin can read it, injected ones too. */
export const sessionStore = (storage: Storage = sessionStorage): Store => ({
  get: () => readSession(storage.getItem(KEY)),
  set: (session) => {
    if (session) storage.setItem(KEY, JSON.stringify(session))
    else storage.removeItem(KEY)
  },
})

/** Ignores invalid data under the same key. */
function readSession(text: string | null): Session | undefined {
  try {
    const { token } = JSON.parse(text ?? '{}') as Partial<Session>
    return typeof token === 'string' ? { token } : undefined
  } catch {
    return undefined
  }
}
