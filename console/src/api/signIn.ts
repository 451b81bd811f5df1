import { ROOT } from './root.ts'

/** Opens the page for signing in, which is an entry of its own and leads back. @param next a path of the console */
export function openSignIn(next: string): void {
  location.replace(`${ROOT}signin${next === '/' ? '' : `?next=${encodeURIComponent(next)}`}`)
}
