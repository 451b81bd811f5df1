// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { inTransaction } from '../../../server/access/transaction.ts'
import { secretSourceOf } from '../../../server/config/config.ts'
import { prepareTotp, resealFactors } from '../../../server/credentials/factors.ts'
import { SecretError, unlockSecret } from '../../../server/credentials/unlock-secret.ts'
import { InstallationSecret } from '../../../server/crypto/installation-secret.ts'
import { type Connection, connect } from '../../../server/db/connect.ts'
import { systemContext } from '../../../server/prepare.ts'
import { newDatabase } from '../../support/databases.ts'
import { enrol, signInBy, tokenIn } from '../../support/factors.ts'
import {
  challengeWithPasskey,
  makePasskeyOwner,
  PUBLIC_URL,
  signInByPasskey,
  signInOptionsOf,
} from '../../support/passkeys.ts'
import { runHere, temporaryFolders } from '../../support/process.ts'
import { defaults, startService } from '../../support/service.ts'

const [FIRST, SECOND, THIRD] = ['first', 'second', 'third'].map(
  (name) => `the-${name}-secret-of-this-test-run`,
)

describe('The secret of an installation', () => {
  const newFolder = temporaryFolders()
  let database: Awaited<ReturnType<typeof newDatabase>>
  let dataFolder: string
  const file = () => join(dataFolder, 'secret')
  beforeEach(async () => {
    database = await newDatabase()
    dataFolder = newFolder()
    await using((connection) => connection.migrate())
  })
  afterEach(() => database.drop())

  interface Given {
    secret?: string | undefined
    secretPrevious?: string[]
  }

  const configOf = (given: Given) => ({ ...defaults, databaseUrl: database.url, dataFolder, ...given })
  const using = async <T>(run: (connection: Connection) => Promise<T>): Promise<T> => {
    const connection = connect(database.url)
    return run(connection).finally(() => connection.close())
  }
  const start = (given: Given) =>
    using(async (connection) => {
      const secret = new InstallationSecret()
      const config = configOf({ secret: undefined, ...given })
      await unlockSecret(systemContext(connection), secret, secretSourceOf(config))
      return secret
    })
  const refuses = (given: Given, reason: RegExp) =>
    assert.rejects(start(given), (error: Error) => {
      assert.ok(error instanceof SecretError, String(error))
      assert.match(error.message, reason)
      assert.doesNotMatch(error.message, /secret-of-this/)
      return true
    })
  const command = (env: Record<string, string> = {}) =>
    runHere(newFolder(), ['secret', 'replace'], {
      DATABASE_URL: database.url,
      DATA_FOLDER: dataFolder,
      ...env,
    })

  it('is made by the first start, and is the same at each later one', async () => {
    const first = await start({})
    const text = readFileSync(file(), 'utf8')
    const second = await start({})
    assert.equal(second.hmac('codes', 'text'), first.hmac('codes', 'text'))
    assert.equal(readFileSync(file(), 'utf8'), text)
  })

  it('is the same for processes that start at the same time', async () => {
    const secrets = await Promise.all(Array.from({ length: 8 }, () => start({})))
    assert.equal(new Set(secrets.map((secret) => secret.hmac('codes', 'text'))).size, 1)
  })

  it('is that of the setting SECRET, without a file', async () => {
    const secret = await start({ secret: FIRST })
    assert.equal(existsSync(file()), false)
    assert.equal(secret.hmac('codes', 'x'), (await start({ secret: FIRST })).hmac('codes', 'x'))
  })

  it('is not in the database', async () => {
    await start({ secret: FIRST })
    const rows = await using(({ db }) => db.selectFrom('installation').selectAll().orderBy('name').execute())
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['database.id', 'past.since', 'secret-fingerprint'],
    )
    assert.match(rows.at(-1)?.value ?? '', /^[\w-]{43}$/)
    assert.doesNotMatch(JSON.stringify(rows), /the-first/)
  })

  it('must be the one that the database knows; a refused start changes nothing', async () => {
    await start({ secret: FIRST })
    await refuses({ secret: SECOND }, /another secret than SECRET\. Set the right one; .* SECRET_PREVIOUS/)
    await refuses({ secret: SECOND, secretPrevious: [THIRD as string] }, /another secret/)
    await start({ secret: FIRST })
  })

  it('must not be lost: without its file the service refuses to start, and makes no other', async () => {
    await start({})
    renameSync(file(), `${file()}.away`)
    await refuses({}, /there is no \S+secret\. Restore this file, or set SECRET\./)
    assert.equal(existsSync(file()), false)
    renameSync(`${file()}.away`, file())
    await start({})
  })

  it('must be long, also in the file', async () => {
    writeFileSync(file(), 'short\n')
    await refuses({}, /must contain the installation's secret, of at least 32 characters/)
  })

  it('is rotated by SECRET_PREVIOUS, and opens what the former made', async () => {
    const sealed = (await start({ secret: FIRST })).seal('mail', 'text', 'a row')
    const rotated = await start({ secret: SECOND, secretPrevious: [FIRST as string] })
    assert.equal(rotated.open('mail', sealed, 'a row'), 'text')
    // The new one is known from now on, also without the former.
    await start({ secret: SECOND })
    await refuses({ secret: FIRST }, /another secret/)
  })

  it('is rotated from a file to another file', async () => {
    const former = await start({})
    const text = readFileSync(file(), 'utf8').trim()
    rmSync(file())
    const rotated = await start({ secretPrevious: [text] })
    assert.notEqual(readFileSync(file(), 'utf8').trim(), text)
    assert.equal(rotated.open('mail', former.seal('mail', 'text', 'a row'), 'a row'), 'text')
    await start({})
  })

  it('is replaced by `rolecall secret replace` if it is lost', async () => {
    await start({})
    rmSync(file())
    const replaced = await command()
    assert.equal(replaced.code, 0, replaced.err)
    assert.match(
      replaced.out,
      /^The secret is replaced; mailed codes that have ended: 0; mails that are not sent: 0; invitations to send again: 0; second factors that are removed: 0; webhooks that are switched off: 0\. /,
    )
    await start({})
    assert.equal((await command({ SECRET: SECOND as string })).code, 0)
    await refuses({}, /another secret than that in/)
    await start({ secret: SECOND })
  })

  it('of factors is rotated: a job seals them anew, after which the former is no longer needed', async () => {
    const context = async (given: Given, connection: Connection) => ({
      ...systemContext(connection),
      secret: await start(given),
    })
    await start({ secret: FIRST })
    await using(async (connection) => {
      const { db } = connection
      const person = { uuid: randomUUIDv7(), created_at: '2026-01-01', updated_at: '2026-01-01', meta: {} }
      const user = { ...person, email: 'a@b.c', email_key: 'a@b.c', username: 'a', username_key: 'a' }
      const { id } = await db
        .insertInto('users')
        .values({ ...user, first_name: 'A', search_text: '', is_active: true } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      const former = await context({ secret: FIRST }, connection)
      await inTransaction(former, (ctx) => prepareTotp(ctx, id, 'Phone'))
      const sealed = () => db.selectFrom('factors').select(['sealed', 'uuid']).executeTakeFirstOrThrow()
      const { sealed: before, uuid } = await sealed()
      const opened = former.secret.open('totp', before as string, uuid)
      const rotated = await context({ secret: SECOND, secretPrevious: [FIRST as string] }, connection)
      await resealFactors(rotated, new AbortController().signal)
      const { sealed: after } = await sealed()
      const without = await start({ secret: SECOND })
      assert.throws(() => without.open('totp', before as string, uuid))
      assert.equal(without.open('totp', after as string, uuid), opened)
      await resealFactors(rotated, new AbortController().signal)
      assert.equal((await sealed()).sealed, after)
      await db.updateTable('users').set({ has_second_factor: true }).execute()
    })
    const replaced = await command({ SECRET: THIRD as string })
    assert.match(replaced.out, /; second factors that are removed: 1; webhooks that are switched off: 0\. /)
    await using(async ({ db }) => {
      const user = await db.selectFrom('users').select(['has_second_factor', 'version']).executeTakeFirst()
      assert.deepEqual([user?.has_second_factor, user?.version], [false, 2])
      assert.deepEqual(await db.selectFrom('factors').select('id').execute(), [])
    })
  })

  it('that is replaced removes authenticator apps and recovery codes, and keeps passkeys', async () => {
    const settings = { databaseUrl: database.url, dataFolder, publicUrl: PUBLIC_URL }
    const service = await startService({ ...settings, secret: FIRST })
    const owner = await makePasskeyOwner(service)
    await enrol(service, owner.token)
    const earlier = await challengeWithPasskey(service, owner)
    assert.deepEqual(earlier.body.factors.toSorted(), ['passkey', 'recovery_code', 'totp'])
    await service.stop()
    const replaced = await command({ SECRET: SECOND as string })
    assert.equal(replaced.code, 0, replaced.err)
    assert.match(replaced.out, /; second factors that are removed: 1; webhooks that are switched off: 0\. /)
    const after = await startService({ ...settings, secret: SECOND })
    try {
      const { challenge, options, body } = await challengeWithPasskey(after, owner)
      assert.deepEqual(body.factors, ['passkey'])
      tokenIn(await signInBy(after, { challenge, passkey: owner.passkey.use(options) }))
      tokenIn(await signInByPasskey(after, owner.passkey.use(await signInOptionsOf(after))))
      // Challenges are sealed with the secret.
      const late = owner.passkey.use(earlier.options)
      assert.equal((await signInBy(after, { challenge: earlier.challenge, passkey: late })).status, 401)
    } finally {
      await after.stop()
    }
  })

  it('is not replaced by itself', async () => {
    await start({ secret: FIRST })
    const { code, err } = await command({ SECRET: FIRST as string })
    assert.deepEqual(
      [code, err],
      [1, 'error: The secret is the one that the database knows. Change SECRET first.\n'],
    )
  })
})
