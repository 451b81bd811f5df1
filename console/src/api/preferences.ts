import { localStorageStore, type Store } from 'react-admin'

/** Stored per browser, not per user: they survive a sign-out. */
const KEPT = ['theme', 'locale']

const stored = localStorageStore('1', 'Rolecall')

export const preferences: Store = {
  ...stored,
  reset: () => {
    const kept = KEPT.map((key) => [key, stored.getItem(key)] as const)
    stored.reset()
    for (const [key, value] of kept) if (value !== undefined) stored.setItem(key, value)
  },
}
