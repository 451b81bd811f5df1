import type { ReactNode } from 'react'

export interface Listed {
  id: number
}

/** A column of a list, of its table on the screen and of its file. */
export interface Column<R extends Listed> {
  id: string
  /** Key of its name. */
  label: string
  render: (record: R) => ReactNode
  /** Attribute that it can be sorted by. */
  sort?: string
  align?: 'right'
  /** As text, for a file; what has none is not in files. */
  text?: (record: R) => string | number | boolean | null | undefined
}
