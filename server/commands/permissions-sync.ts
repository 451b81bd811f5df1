import { declaredPermissions, systemContext } from '../prepare.ts'
import { syncPermissions } from '../resources/permissions/sync.ts'
import { configOf, type Shell, withCurrentDatabase } from './shell.ts'

/** Syncs the stored permissions with the manifest, and lists the changes. */
export async function syncDeclared(shell: Shell): Promise<void> {
  const config = configOf(shell)
  const declared = declaredPermissions(config)
  const { added, changed, undeclared, trashed } = await withCurrentDatabase(config, (connection) =>
    syncPermissions(systemContext(connection), declared),
  )
  const lines = [
    lineOf('Added', added),
    lineOf('Changed', changed),
    lineOf('No longer declared, and kept', undeclared),
    lineOf('Declared, but deleted here, and left so', trashed),
  ].flat()
  for (const line of lines) shell.print(line)
  if (added.length + changed.length === 0) shell.print('The permissions are as declared.')
}

const lineOf = (what: string, slugs: readonly string[]) =>
  slugs.length === 0 ? [] : [`${what}: ${slugs.join(', ')}.`]
