/** Between two slices, others have their turn. */
export interface Slicing {
  nextSlice: () => Promise<void>
}

/** Roles of a slice: a few milliseconds. */
export const ROLES_PER_SLICE = 200

/**
 * Of thousands of roles some at a time, in the order of their ids.
 * @param read so many, beyond the last one that was read
 */
export async function* inSlices<Row>(
  slicing: Slicing,
  read: (last: number) => Promise<Row[]>,
  idOf: (row: Row) => number,
): AsyncGenerator<Row[]> {
  for (let last = 0; ; ) {
    const some = await read(last)
    yield some
    if (some.length < ROLES_PER_SLICE) return
    last = idOf(some.at(-1) as Row)
    await slicing.nextSlice()
  }
}
