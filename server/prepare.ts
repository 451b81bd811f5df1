import { type Ctx, SYSTEM, systemClock } from './access/context.ts'
import { hasSuperAdministrator } from './access/sql/effective.ts'
import { makeFirstAdministrator } from './accounts/first-administrator.ts'
import type { Config } from './config/config.ts'
import { issueSetupCode } from './credentials/setup-codes.ts'
import type { Connection } from './db/connect.ts'
import { hashSecrets } from './resources/people/people.ts'
import { type Declared, ownPermissions, readManifest } from './resources/permissions/manifest.ts'
import { type SyncReport, syncPermissions } from './resources/permissions/sync.ts'
import { seedRoles } from './resources/roles/seeds.ts'
// Has every resource known by its name: users are made here.
import './resources/index.ts'

export interface Prepared {
  migrated: string[]
  permissions: SyncReport
  /** How the first administrator came, or comes, to be; undefined where there is one and the settings name none. */
  firstAdministrator:
    | { kind: 'created' | 'taken-over'; email: string; id: number }
    | { kind: 'setup-code'; code: string }
    | { kind: 'ignored' }
    | undefined
}

/** Acts for whoever holds the database: start-up and the command line. */
export const systemContext = ({ db }: Connection): Ctx => ({ db, actor: SYSTEM, now: systemClock, ip: null })

/** Everything that must be there before the first request: schema, permissions, roles, a first administrator. */
export async function prepare(connection: Connection, config: Config): Promise<Prepared> {
  const declared = declaredPermissions(config)
  const migrated = await connection.migrate()
  const ctx = systemContext(connection)
  const permissions = await populate(ctx, declared)
  return { migrated, permissions, firstAdministrator: await firstAdministrator(ctx, config) }
}

/** The declared permissions and, where there are none, the first roles. */
export async function populate(ctx: Ctx, declared: readonly Declared[]): Promise<SyncReport> {
  const report = await syncPermissions(ctx, declared)
  await seedRoles(ctx)
  return report
}

/** The service's own, and the manifest's. @throws ManifestError */
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
  const made = await makeFirstAdministrator(
    ctx,
    await hashSecrets({ email: adminEmail, password: adminPassword }, ctx),
  )
  // Another process was faster.
  if (!made) return { kind: 'ignored' }
  return { kind: made.existed ? 'taken-over' : 'created', email: adminEmail, id: made.id }
}
