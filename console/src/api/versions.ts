import { etagOf } from '@rolecall/client'

/** Names no version, so that the service refuses the write as outdated. */
export const OUTDATED = '"outdated"'

/**
 * For a change of what a list showed, since lists have no ETags.
 * @param record as it has just been read
 */
export const etagIf = (isAsShown: boolean, record: object): string => (isAsShown ? etagOf(record) : OUTDATED)

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * The version that the changes of a form are based on: the latest one, unless somebody else has changed one of the same
 * fields since the one on show.
 * @param own the values that the user has given the record outside the form
 */
export function baseOf<R extends object>(
  shown: R,
  latest: R | undefined,
  changes: object,
  own: object = {},
): R {
  if (!latest) return shown
  const differs = (one: object, name: string) =>
    !isEqual(one[name as keyof object], latest[name as keyof object])
  const isOthers = (name: string) => differs(shown, name) && differs(own, name)
  return Object.keys(changes).some(isOthers) ? shown : latest
}
