import { randomBytes } from 'node:crypto'
import type { Ctx } from '../access/context.ts'
import { inTransaction } from '../access/transaction.ts'
import { InstallationSecret, secretOf } from '../crypto/installation-secret.ts'
import { makeSecretFile, readSecretFile } from '../crypto/secret-file.ts'

/** The secret cannot be used; the message is for operators. */
export class SecretError extends Error {}

/** Where the secret of the installation comes from. */
export interface SecretSource {
  /** The setting SECRET, which comes before the file. */
  secret: string | undefined
  /** The setting SECRET_PREVIOUS. */
  secretPrevious: readonly string[]
  /** Undefined for a database in memory, whose secret ends with it. */
  secretFile: string | undefined
}

export const MIN_SECRET = 32

const FINGERPRINT = 'secret-fingerprint'

/**
 * Reads the secret, or creates it at the first start, and compares it with the fingerprint that the database keeps.
 * A start with the former secret in SECRET_PREVIOUS makes the new one known.
 * @throws SecretError if the database was used with another secret
 */
export async function unlockSecret(
  ctx: Ctx,
  secret: InstallationSecret,
  source: SecretSource,
): Promise<void> {
  const known = await knownFingerprint(ctx)
  const previous = source.secretPrevious
  const isRotation = previous.some((former) => fingerprintOf(former) === known)
  const current = (await givenSecret(source)) ?? (known && !isRotation ? undefined : await newSecret(source))
  if (current === undefined) throw missingSecret(source)
  const fingerprint = fingerprintOf(current)
  const stored = await inTransaction(ctx, async ({ db }) => {
    if (isRotation) {
      await db
        .updateTable('installation')
        .set({ value: fingerprint })
        .where('name', '=', FINGERPRINT)
        .where('value', '=', known as string)
        .execute()
    }
    await db
      .insertInto('installation')
      .values({ name: FINGERPRINT, value: fingerprint })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    return knownFingerprint({ db })
  })
  if (stored !== fingerprint) throw otherSecret(source)
  secret.unlock([current, ...previous])
}

/**
 * Makes the given secret known, or a new one, without the former: what that one protects is lost.
 * @param forget deletes what nobody can open any more, in the same transaction
 * @throws SecretError if the secret is the known one
 */
export async function replaceSecret<T>(
  ctx: Ctx,
  source: SecretSource,
  forget: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const fingerprint = fingerprintOf((await givenSecret(source)) ?? (await newSecret(source)))
  return inTransaction(ctx, async (ctx) => {
    if ((await knownFingerprint(ctx)) === fingerprint) throw sameSecret(source)
    await ctx.db
      .insertInto('installation')
      .values({ name: FINGERPRINT, value: fingerprint })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: fingerprint }))
      .execute()
    return forget(ctx)
  })
}

/** Whether another secret was made known since this process started: what this one makes, no other process opens. */
export async function isSecretReplaced(ctx: Ctx): Promise<boolean> {
  const known = await knownFingerprint(ctx)
  return (
    known !== undefined &&
    !secretOf(ctx)
      .hmacs(...FINGERPRINTED)
      .includes(known)
  )
}

const FINGERPRINTED = ['fingerprint', 'installation'] as const

/** An HMAC of a constant: it identifies the secret and reveals nothing about it. */
function fingerprintOf(text: string): string {
  const secret = new InstallationSecret()
  secret.unlock([text])
  return secret.hmac(...FINGERPRINTED)
}

async function knownFingerprint({ db }: Pick<Ctx, 'db'>): Promise<string | undefined> {
  const row = await db
    .selectFrom('installation')
    .where('name', '=', FINGERPRINT)
    .select('value')
    .executeTakeFirst()
  return row?.value
}

async function givenSecret({ secret, secretFile }: SecretSource): Promise<string | undefined> {
  if (secret !== undefined || secretFile === undefined) return secret
  const text = await readSecretFile(secretFile).catch((error) => {
    throw new SecretError(`The secret in ${secretFile} cannot be read: ${error.code}. Set SECRET instead.`)
  })
  if (text !== undefined && text.length < MIN_SECRET) {
    throw new SecretError(
      `${secretFile} must contain the installation's secret, of at least ${MIN_SECRET} characters. Restore it, or set SECRET.`,
    )
  }
  return text
}

async function newSecret({ secretFile }: SecretSource): Promise<string> {
  if (secretFile === undefined) return randomBytes(32).toString('base64url')
  await makeSecretFile(secretFile).catch((error) => {
    throw new SecretError(
      `The installation's secret cannot be written to ${secretFile}: ${error.code}. Set SECRET to a random text of at least ${MIN_SECRET} characters.`,
    )
  })
  return (await readSecretFile(secretFile)) as string
}

const REPLACE = 'If it is lost, `rolecall secret replace` goes on without what it protects.'

const missingSecret = ({ secretFile }: SecretSource) =>
  new SecretError(
    `The database was used with a secret, but there is no ${secretFile}. Restore this file, or set SECRET. ${REPLACE}`,
  )

const otherSecret = ({ secret, secretFile }: SecretSource) =>
  new SecretError(
    `The database was used with another secret than ${secret === undefined ? `that in ${secretFile}` : 'SECRET'}. ` +
      `${secret === undefined ? 'Restore the file' : 'Set the right one'}; to change the secret, name the former in SECRET_PREVIOUS. ${REPLACE}`,
  )

const sameSecret = ({ secret, secretFile }: SecretSource) =>
  new SecretError(
    `The secret is the one that the database knows. ${secret === undefined ? `Remove ${secretFile}` : 'Change SECRET'} first.`,
  )
