const SHORTEST = 8
const LONGEST = 128
const GOOD = 12

/** @returns a message key and its values: how long a new password is, and what is missing */
export function passwordHint({ length }: string): [key: string, options?: { smart_count: number }] {
  if (length === 0) return ['ui.password.rule']
  if (length < SHORTEST) return ['ui.password.more', { smart_count: SHORTEST - length }]
  if (length > LONGEST) return ['ui.password.too_long']
  return [length < GOOD ? 'ui.password.enough' : 'ui.password.good']
}
