import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Subject } from '../../contract/permissions.ts'
import type { Ctx } from '../access/context.ts'
import { resourceNamed } from '../crud/define/resource.ts'
import { countOf } from '../db/copy.ts'
import { systemContext } from '../prepare.ts'
import { asCsv } from '../transfer/cells.ts'
import { exportedColumns, exportedRecords, exportedText } from '../transfer/export.ts'
import { type Format, formatOf } from '../transfer/source.ts'
import { counted } from './import-summary.ts'
import { progressView } from './progress.ts'
import { CommandError, configOf, type Shell, withDatabase } from './shell.ts'
import { writeTarget } from './target.ts'

interface Options {
  format?: Format
  withHashes: boolean
  force: boolean
}

/** Writes a snapshot of all live records of a resource to a file or the standard output. */
export async function exportResource(
  shell: Shell,
  name: Subject,
  file: string | undefined,
  options: Options,
): Promise<void> {
  const format = options.format ?? formatOf(file ?? '') ?? 'ndjson'
  const target = file === undefined || file === '-' ? undefined : resolve(shell.cwd, file)
  if (options.withHashes) refuseHashes(name, target)
  await withDatabase(configOf(shell), { readOnly: true }, async (connection) => {
    await connection.requireCurrent()
    const job = { shell, name, format, withHashes: options.withHashes, rows: 0 }
    const snapshot = connection.db.transaction().setIsolationLevel('repeatable read')
    await snapshot.execute(async (db) => {
      const ctx = { ...systemContext(connection), db }
      if (target === undefined)
        return pipeline(Readable.from(linesOf(ctx, job)), shell.output(), { end: false })
      await writeTarget(target, { force: options.force, source: connection.file }, (part) =>
        pipeline(
          Readable.from(linesOf(ctx, job)),
          ...(target.endsWith('.gz') ? [createGzip()] : []),
          createWriteStream(part, { flags: 'r+' }),
        ),
      )
      shell.print(`${counted(job.rows)} ${name} are in ${target}, which only you can read.`)
    })
  })
}

/** Hashes only go to a file of the owner, as they allow offline guessing. */
function refuseHashes(name: Subject, target: string | undefined): void {
  if (name !== 'users') throw new CommandError('--with-hashes works only with `export users`.')
  if (target === undefined) throw new CommandError('--with-hashes needs a file, which only you can read.')
}

interface Job {
  shell: Shell
  name: Subject
  format: Format
  withHashes: boolean
  /** Rows written so far. */
  rows: number
}

async function* linesOf(ctx: Ctx, job: Job): AsyncGenerator<string> {
  const { shell, name, format } = job
  const resource = resourceNamed(ctx, name)
  const columns = exportedColumns(resource, job)
  const view = progressView(shell, { title: name, total: await countOf(ctx.db, { name: resource.table }) })
  try {
    if (format === 'csv') yield asCsv([columns])
    for await (const records of exportedRecords(ctx, resource, job)) {
      yield exportedText(records, columns, format)
      job.rows += records.length
      view.at(job.rows, job.rows)
    }
  } finally {
    view.end()
  }
}
