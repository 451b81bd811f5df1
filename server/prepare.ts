import { SYSTEM } from './access/actor.ts'
import { type Ctx, createClock } from './access/context.ts'
import { sqlAnswers } from './access/sql/answers.ts'
import { hasSuperAdministrator } from './access/sql/effective.ts'
import { makeFirstAdministrator } from './accounts/first-administrator.ts'
import { type Config, relyingPartyOf, secretSourceOf } from './config/config.ts'
import { checkHost } from './credentials/relying-party.ts'
import { issueSetupCode } from './credentials/setup-codes.ts'
import { unlockSecret } from './credentials/unlock-secret.ts'
import { InstallationSecret } from './crypto/installation-secret.ts'
import type { Connection } from './db/connect.ts'
import { registry } from './resources/index.ts'
import { hashSecrets } from './resources/people/people.ts'
import { type Declared, ownPermissions, readManifest } from './resources/permissions/manifest.ts'
import { type SyncReport, syncPermissions } from './resources/permissions/sync.ts'
import { seedRoles } from './resources/roles/seeds.ts'

export interface Prepared {
  migrated: string[]
  permissions: SyncReport
  /** How the first administrator is created; undefined if one exists and the settings name none. */
  firstAdministrator:
    | { kind: 'created' | 'taken-over'; email: string; id: number }
    | { kind: 'setup-code'; code: string }
    | { kind: 'ignored' }
    | undefined
}

/** The context of start-up and the command line, which need no permissions. */
export const systemContext = ({ db, recorded }: Pick<Connection, 'db' | 'recorded'>): Ctx => ({
  db,
  onRecorded: recorded?.tell,
  registry,
  access: sqlAnswers,
  actor: SYSTEM,
  now: createClock(),
  ip: null,
})

export interface StartOptions {
  /** Passkeys of another host do not stop the start. */
  acceptNewHost?: boolean
}

/**
 * Prepares everything for the first request: schema, secret, permissions, roles, first administrator.
 * @param secret unlocked here
 */
export async function prepare(
  connection: Connection,
  config: Config,
  secret = new InstallationSecret(),
  { acceptNewHost = false }: StartOptions = {},
): Promise<Prepared> {
  const declared = declaredPermissions(config)
  const migrated = await connection.migrate()
  const ctx = systemContext(connection)
  await unlockSecret(ctx, secret, secretSourceOf(config))
  await checkHost(ctx, relyingPartyOf(config), { accept: acceptNewHost })
  const permissions = await populate(ctx, declared)
  return { migrated, permissions, firstAdministrator: await firstAdministrator(ctx, config) }
}

/** Stores the declared permissions and, if there are no roles, the first roles. */
export async function populate(ctx: Ctx, declared: readonly Declared[]): Promise<SyncReport> {
  const report = await syncPermissions(ctx, declared)
  await seedRoles(ctx)
  return report
}

/** The permissions of the service and of the manifest. @throws ManifestError */
export const declaredPermissions = ({ permissionsFile }: Config): Declared[] => [
  ...ownPermissions,
  ...(permissionsFile === undefined ? [] : readManifest(permissionsFile)),
]

async function firstAdministrator(
  ctx: Ctx,
  { adminEmail, adminPassword }: Config,
): Promise<Prepared['firstAdministrator']> {
  const isNamed = adminEmail !== undefined && adminPassword !== undefined
  if (await hasSuperAdministrator(ctx)) return isNamed ? { kind: 'ignored' } : undefined
  if (!isNamed) return { kind: 'setup-code', code: await issueSetupCode(ctx) }
  const administrator = await makeFirstAdministrator(
    ctx,
    await hashSecrets({ email: adminEmail, password: adminPassword }, ctx),
  )
  // Another process was faster.
  if (!administrator) return { kind: 'ignored' }
  return { kind: administrator.existed ? 'taken-over' : 'created', email: adminEmail, id: administrator.id }
}
