/** Ids of the only records that a selector may match, found before the transaction that compares them. */
export interface Among {
  live: readonly number[]
  trashed: readonly number[]
}
