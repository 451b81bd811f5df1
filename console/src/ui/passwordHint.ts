const SHORTEST = 8
const LONGEST = 128
const GOOD = 12

type Verdict = 'rule' | 'more' | 'too_long' | 'enough' | 'good'

/** How long a new password is. @returns how many characters are missing, too */
export function passwordVerdict({ length }: string): { verdict: Verdict; missing: number } {
  const missing = Math.max(0, SHORTEST - length)
  if (length === 0) return { verdict: 'rule', missing }
  if (missing > 0) return { verdict: 'more', missing }
  if (length > LONGEST) return { verdict: 'too_long', missing }
  return { verdict: length < GOOD ? 'enough' : 'good', missing }
}

/** @returns a message key and its values: how long a new password is, and what is missing */
export function passwordHint(password: string): [key: string, options: { smart_count: number }] {
  const { verdict, missing } = passwordVerdict(password)
  return [`ui.password.${verdict}`, { smart_count: missing }]
}
