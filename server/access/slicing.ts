/** Yields to the event loop between two slices of work. */
export interface Slicing {
  nextSlice: () => Promise<void>
}

/** Roles per slice: a few milliseconds. */
export const ROLES_PER_SLICE = 200

/**
 * Reads thousands of roles in slices, ordered by id.
 * @param read reads the next slice, after the id `last`
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
