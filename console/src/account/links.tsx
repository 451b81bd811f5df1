import type { ReactNode } from 'react'
import { ROOT } from '../api/root.ts'

/** The address of a page, such as `reset`. */
export const pathOf = (page: string): string => ROOT + page

export const PageLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={pathOf(to)}>{children}</a>
)

/** A link that looks like a button. */
export const ButtonLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a className="primary" href={pathOf(to)}>
    {children}
  </a>
)
