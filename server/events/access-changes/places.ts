/** The place of a row: rows are ordered by all of it. */
export interface Place {
  at: string
  /** Of the first entry of the transaction; 0 for an expiry. */
  number: number
  /** 0: users are counted. */
  user: number
  /** Twice the id of the permission, plus one if it was lost. */
  change: number
}

/** In a place: after all rows of the moment, or of the user. */
export const END = Number.MAX_SAFE_INTEGER

interface Numbers {
  at: string
  first: number
  last: number
}

export const placeOf = ({ at, first }: Numbers, user: number, change: number): Place => ({
  at,
  number: first,
  user,
  change,
})

/** After all rows of a moment, and all its entries. */
export const endOf = (moment: Numbers): Place => ({ ...placeOf(moment, END, END), number: moment.last })

export const isAt = ({ at, first }: Numbers, place: Place): boolean =>
  place.at === at && place.number === first

export const permissionOf = (change: number): [id: number, isLost: boolean] => [
  Math.floor(change / 2),
  change % 2 === 1,
]

export const changeOf = (permission: number, isLost: boolean): number => permission * 2 + (isLost ? 1 : 0)
