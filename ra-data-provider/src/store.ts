/** Who signed in: kept, so that a page that is loaded again need not ask. */
export interface Session {
  token: string
}

/** Where a session is kept. */
export interface Store {
  get: () => Session | undefined
  set: (session: Session | undefined) => void
}

/** For as long as the page is there. No script can read it, and loading the page again signs out. */
export function memoryStore(): Store {
  let kept: Session | undefined
  return {
    get: () => kept,
    set: (session) => {
      kept = session
    },
  }
}

const KEY = 'rolecall'

/** For as long as the tab is there. Every script of the page's origin can read it, one that was smuggled in too. */
export const sessionStore = (storage: Storage = sessionStorage): Store => ({
  get: () => readSession(storage.getItem(KEY)),
  set: (session) => {
    if (session) storage.setItem(KEY, JSON.stringify(session))
    else storage.removeItem(KEY)
  },
})

/** What somebody else left under that name is no session. */
function readSession(text: string | null): Session | undefined {
  try {
    const { token } = JSON.parse(text ?? '{}') as Partial<Session>
    return typeof token === 'string' ? { token } : undefined
  } catch {
    return undefined
  }
}
