import * as people from '../../../contract/people.ts'
import type { Ctx } from '../../access/context.ts'
import { type AnyRow, resourceNamed } from '../../crud/define/resource.ts'
import { updateRow } from '../../crud/write/rows.ts'
import { fold } from '../../db/queries/texts.ts'
import type { Fields } from '../../values/fields.ts'
import { usernameBase, withDefaultUsername } from '../people/default-usernames.ts'

/** All that a person says of themselves, but the first name, which is never null. */
const NO_PROFILE = Object.fromEntries(
  Object.keys(people.profile)
    .filter((name) => name !== 'first_name')
    .map((name) => [name, null]),
)

/**
 * Replaces the profile of a registration that waits for its verification: it may be a stranger's, so nothing of it stays. A
 * username that is not made of the address is a stranger's too.
 */
export async function replaceProfile(ctx: Ctx, row: AnyRow, given: Fields): Promise<void> {
  const registrations = resourceNamed(ctx, 'registrations')
  const { email, username } = row as unknown as { email: string; username: string }
  const replace = (name: Fields) => updateRow(ctx, registrations, row, { ...NO_PROFILE, ...given, ...name })
  const isKept = given.username !== undefined || fold(username).startsWith(fold(usernameBase(email)))
  await (isKept
    ? replace({})
    : withDefaultUsername(ctx, 'registrations', email, (username) => replace({ username })))
}
