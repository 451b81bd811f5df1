// `npm run seed`: fills a new database with a believable installation, to develop and to try things on. It takes the settings of
// `npm start`, so DATABASE_URL names the database.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { inTransaction } from '../server/access/transaction.ts'
import { createApp } from '../server/app.ts'
import type { Config } from '../server/config/config.ts'
import { expiryOf, issueToken } from '../server/credentials/tokens.ts'
import { InstallationSecret } from '../server/crypto/installation-secret.ts'
import { type Connection, connect } from '../server/db/connect.ts'
import { startJobs } from '../server/jobs/job.ts'
import { prepare, systemContext } from '../server/prepare.ts'
import { fillInstallation, type Target } from './seed/installation.ts'
import { settingsOf } from './settings.ts'

const EMAIL = 'admin@example.com'

const given = settingsOf(process.cwd())
const adminEmail = given.adminEmail ?? EMAIL
const adminPassword = given.adminPassword ?? randomBytes(12).toString('base64url')
const permissionsFile = given.permissionsFile ?? join(import.meta.dirname, 'seed/permissions.json')
const config: Config = {
  ...given,
  adminEmail,
  adminPassword,
  permissionsFile,
  // The seed is one caller that makes many requests at once.
  tokenRateLimit: 0,
  logLevel: 'silent',
}

const connection = connect(config.databaseUrl)
try {
  const people = await countPeople(connection)
  if (people > 0) {
    console.error(
      `error: This database has ${people} users and registrations already. Name a new one, for example: DATABASE_URL=sqlite:data/seeded.db npm run seed`,
    )
    process.exitCode = 1
  } else {
    await seed(connection)
    const variables = [
      ...(process.env.DATABASE_URL === undefined ? [] : [`DATABASE_URL='${shownUrl(config.databaseUrl)}'`]),
      ...(given.permissionsFile === undefined ? ['PERMISSIONS_FILE=bin/seed/permissions.json'] : []),
    ]
    console.log(
      [
        'The database is filled. For all commands on it, such as npm start, npm run dev and npm run repl:',
        ...(variables.length > 0 ? [`  export ${variables.join(' ')}`] : []),
        `Sign in as ${adminEmail}${given.adminPassword === undefined ? ` with the password ${adminPassword}` : ''}.`,
      ].join('\n'),
    )
  }
} finally {
  await connection.close()
}

/** The URL of PostgreSQL may have a password in it. */
function shownUrl(url: string): string {
  return url.startsWith('sqlite:') ? url : '…'
}

async function countPeople({ db, schemaVersion }: Connection): Promise<number> {
  if ((await schemaVersion()) === 0) return 0
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from users) + (select count(*) from registrations) as count`.execute(db)
  return Number(rows[0]?.count)
}

/** Every record is made by the API, as a client would, in this process. */
async function seed(connection: Connection): Promise<void> {
  const secret = new InstallationSecret()
  const { firstAdministrator } = await prepare(connection, config, secret)
  if (firstAdministrator?.kind !== 'created') throw new Error('The first administrator was not created.')
  const { id: userId } = firstAdministrator
  const { token } = await inTransaction(systemContext(connection), (ctx) =>
    issueToken(ctx, { userId, name: 'seed', expiresAt: expiryOf(ctx, 1) }),
  )
  const logger = pino({ level: config.logLevel })
  const { app, jobs } = await createApp({ config, connection, logger, secret })
  const stopJobs = startJobs(jobs, { logger })
  const call: Target['call'] = async (method, path, { query, json }) => {
    const response = await app.inject({
      method: method as 'GET',
      url: query ? `${path}?${new URLSearchParams(query)}` : path,
      headers: { authorization: `Bearer ${token}` },
      ...(json !== undefined && { payload: json as object }),
    })
    return { status: response.statusCode, body: response.json() }
  }
  try {
    await fillInstallation({ connection, call })
    await call('POST', '/api/signout', {})
  } finally {
    await app.close()
    await stopJobs()
  }
}
