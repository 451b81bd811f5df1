/** Ids of the records that a selector matched before a transaction: the transaction looks at no others. */
export interface SelectedIds {
  live: readonly number[]
  trashed: readonly number[]
}
