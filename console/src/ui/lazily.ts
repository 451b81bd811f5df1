import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadPart } from '../api/parts.ts'

/** A page that takes no properties: what it shows is in its address. */
type Page = () => React.ReactNode

export type LazyPage = LazyExoticComponent<ComponentType<object>> & {
  /** Loads its scripts before it is opened, for who is about to. Whether that fails is for opening it to tell. */
  prefetch: () => void
}

/** A page that is loaded when it is opened: `lazily(() => import('./UserList.tsx'), 'UserList')`. */
export const lazily = <K extends string>(load: () => Promise<Record<K, Page>>, name: K): LazyPage =>
  Object.assign(
    lazy(async () => ({ default: (await loadPart(load))[name] as ComponentType<object> })),
    { prefetch: () => void load().catch(() => undefined) },
  )
