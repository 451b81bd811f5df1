import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadPart } from '../api/parts.ts'

/** A page without props: its address says what it shows. */
type Page = () => React.ReactNode

export type LazyPage = LazyExoticComponent<ComponentType<object>> & {
  /** Preloads the page's scripts. A failure is ignored: opening the page reports it. */
  prefetch: () => void
}

/** A lazily loaded page: `lazily(() => import('./UserList.tsx'), 'UserList')`. */
export const lazily = <K extends string>(load: () => Promise<Record<K, Page>>, name: K): LazyPage =>
  Object.assign(
    lazy(async () => ({ default: (await loadPart(load))[name] as ComponentType<object> })),
    { prefetch: () => void load().catch(() => undefined) },
  )
