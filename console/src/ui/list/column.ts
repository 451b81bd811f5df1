import type { ReactNode } from 'react'

export interface Listed {
  id: number
}

/** A column of a list, in its table and in the exported file. */
export interface Column<R extends Listed> {
  id: string
  /** Message key of the column's name. */
  label: string
  render: (record: R) => ReactNode
  /** The attribute to sort by. */
  sort?: string
  align?: 'right'
  /** Hidden on screens smaller than this. */
  from?: 'sm' | 'md' | 'lg'
  /** The value as text for an export; columns without it are not exported. */
  text?: (record: R) => string | number | boolean | null | undefined
}
