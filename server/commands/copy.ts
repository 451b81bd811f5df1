import { createNumbering } from '../audit/numbers.ts'
import { databaseUrl } from '../config/kinds.ts'
import { connect } from '../db/connect.ts'
import { copyTables, countOf, isNew, summaryOf, tablesOf } from '../db/copy.ts'
import { systemContext } from '../prepare.ts'
import { progressView } from './progress.ts'
import { CommandError, type Shell } from './shell.ts'

interface Options {
  from: string
  to: string
}

/** Copies an installation to another database of either engine, and verifies the copy by checksums. */
export async function copy(shell: Shell, options: Options): Promise<void> {
  const source = connect(urlOf(shell, '--from', options.from), { mustExist: true })
  const target = connect(urlOf(shell, '--to', options.to))
  try {
    await source.requireCurrent()
    // Entries are copied by number, and a process that was killed may have left some without.
    await createNumbering(systemContext(source)).run()
    await target.migrate()
    const tables = await tablesOf(target.db)
    if (!(await isNew(target.db, tables)))
      throw new CommandError('The database to copy to is not empty; nothing was changed.')
    // Reads a snapshot of the source, so that concurrent writes do not matter.
    await source.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (db) => {
        await copyTables(tables, db, target, async (table) => {
          const view = progressView(shell, { title: table.name, total: await countOf(db, table) })
          return { at: (count) => view.at(count, count), end: view.end }
        })
        for (const table of tables) {
          const [here, there] = [await summaryOf(db, table), await summaryOf(target.db, table)]
          if (here.checksum !== there.checksum) {
            throw new CommandError(
              `${table.name} differs: ${here.count} rows here, ${there.count} there. Copy anew.`,
            )
          }
          shell.print(`${table.name}: ${here.count.toLocaleString('en')} rows, sha256 ${here.checksum}`)
        }
      })
    shell.print('Every row is there, each the same.')
  } finally {
    await source.close()
    await target.close()
  }
}

function urlOf({ cwd }: Shell, option: string, text: string): string {
  const url = databaseUrl.read(text, cwd)
  if (url === undefined) throw new CommandError(`${option} must be ${databaseUrl.expected}.`)
  return url
}
