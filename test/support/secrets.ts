import assert from 'node:assert/strict'

/** Names that no answer may use as a key, at any depth. */
const NAMES = new Set([
  ...['password', 'remember_token', 'login_otp', 'reset_password_code', 'activation_code', 'api_token'],
  ...['email_key', 'username_key', 'search_text', 'version', 'deletion'],
])

const isSecretName = (name: string) => NAMES.has(name) || name.endsWith('_hash')

const sent = new Set<string>()

/** Remembers a secret that a test sends: no answer of this process may contain it. */
export function secret(value: string): string {
  sent.add(value)
  return value
}

/** Asserts that answers contain no secret name, and none of the secrets that were sent. */
export function refuseSecretsIn(answers: readonly string[], others: readonly string[] = []): void {
  assert.ok(answers.length > 0, 'there are answers to look into')
  const values = [...sent, ...others].map((value) => JSON.stringify(value).slice(1, -1))
  for (const answer of answers) {
    const value = values.find((value) => answer.includes(value))
    assert.equal(value, undefined, `a secret is in ${answer.slice(0, 500)}`)
    if (answer.startsWith('{')) refuseSecretNames(JSON.parse(answer), answer)
  }
}

function refuseSecretNames(value: unknown, answer: string): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    assert.ok(!isSecretName(name), `the secret name ${name} is a key of ${answer.slice(0, 500)}`)
    refuseSecretNames(inner, answer)
  }
}
