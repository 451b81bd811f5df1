import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A page that takes no properties: what it shows is in its address. */
type Page = () => React.ReactNode

/** A page that is loaded when it is opened: `lazily(() => import('./UserList.tsx'), 'UserList')`. */
export const lazily = <K extends string>(
  load: () => Promise<Record<K, Page>>,
  name: K,
): LazyExoticComponent<ComponentType<object>> => lazy(async () => ({ default: (await load())[name] }))
