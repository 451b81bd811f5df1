/** The size of a world; built databases are named after it. */
export interface Shape {
  users: number
  roles: number
  permissions: number
  terms: number
}

/** Sizes differ only in the number of users, so growth is caused by users. */
export const shapeOf = (users: number): Shape => ({ users, roles: 1000, permissions: 1000, terms: 10_000 })

/** Ten times the largest one. */
export const HUGE: Shape = { ...shapeOf(10_000_000), terms: 100_000 }

export const registrationsOf = ({ users }: Shape): number => Math.floor(users / 10)

export const nameOfShape = ({ users, roles, permissions, terms }: Shape): string =>
  [users, roles, permissions, terms].join('-')

/** As in tables: 1k, 100k, 1M. */
export const sizeName = (users: number): string =>
  users >= 1_000_000 ? `${users / 1_000_000}M` : users >= 1000 ? `${users / 1000}k` : String(users)
