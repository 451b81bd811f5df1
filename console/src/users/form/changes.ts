import type { FieldGroup } from '../fields.ts'
import type { ChangesOf, User } from '../user.ts'

export type Values = Record<string, string>

/** The user's values as text inputs show them; empty for null. */
export const valuesOf = (groups: FieldGroup[], user: User | undefined): Values =>
  Object.fromEntries(
    groups.flatMap(({ fields }) =>
      fields.map(({ name }) => [name, String((user as Record<string, unknown> | undefined)?.[name] ?? '')]),
    ),
  )

/** An emptied input is null. */
export const changesOf = (changed: Partial<Values>): ChangesOf =>
  Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, value === '' ? null : value]))

/** The values after a save, without passwords. */
export const withoutSecrets = (groups: FieldGroup[], values: Values): Values => {
  const secrets = groups.flatMap(({ fields }) => fields).filter(({ type }) => type === 'password')
  return { ...values, ...Object.fromEntries(secrets.map(({ name }) => [name, ''])) }
}
