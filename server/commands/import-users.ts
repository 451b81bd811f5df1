import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Ctx } from '../access/context.ts'
import type { Connection } from '../db/connect.ts'
import { tuneHeapForLoad } from '../heap.ts'
import { systemContext } from '../prepare.ts'
import { importUsers } from '../transfer/import-users.ts'
import type { OnConflict } from '../transfer/plan.ts'
import { beginImport, NOTHING_YET, type Progress } from '../transfer/progress-record.ts'
import { type Rejects, rejectsFile } from '../transfer/rejects.ts'
import { type RowsAhead, readAhead } from '../transfer/rows-ahead.ts'
import { openSeen } from '../transfer/seen.ts'
import { digestsOf, type Format, formatOf } from '../transfer/source.ts'
import { columnsIgnoredByDefault, refuseUnknownColumns } from '../transfer/user-rows.ts'
import { counted, firstRows, summaryLines } from './import-summary.ts'
import { progressView } from './progress.ts'
import { CommandError, configOf, type Shell, withDatabase } from './shell.ts'

interface Options {
  dryRun: boolean
  onConflict: OnConflict
  again: boolean
  ignore: string[]
  format?: Format
  rejects?: string
}

/** Imports a file of users. Continues an interrupted import, and writes rejected rows to a file. */
export async function importUsersFrom(shell: Shell, file: string, options: Options): Promise<void> {
  const path = file === '-' ? undefined : resolve(shell.cwd, file)
  const { size } = path === undefined ? { size: 0 } : await stat(path)
  const database = { mustExist: true, inBulk: true }
  await withDatabase(configOf(shell), database, async (connection) => {
    await connection.requireCurrent()
    const ctx: Ctx = { ...systemContext(connection), origin: { via: 'import' } }
    const ignored = new Set(options.ignore)
    const request = { path, format: options.format ?? formatOf(file), ignored }
    const rows = await readAhead(request, () => shell.input())
    try {
      if (rows.heading) {
        refuseUnknownColumns(rows.heading, ignored)
        const unused = columnsIgnoredByDefault(rows.heading, ignored)
        if (unused.length > 0) shell.tell(`Passed over, since the service sets them: ${unused.join(', ')}.`)
      }
      const job = { shell, connection, ctx, file, path, size, rows, options }
      await (options.dryRun ? previewImport(job) : runImport(job))
    } finally {
      await rows.close()
    }
  })
}

interface Job {
  shell: Shell
  connection: Connection
  ctx: Ctx
  file: string
  path: string | undefined
  /** In bytes; 0 if unknown. */
  size: number
  rows: RowsAhead
  options: Options
}

async function previewImport(job: Job): Promise<void> {
  const seen = await openSeen()
  try {
    const first = firstRows()
    const { progress } = await run(job, NOTHING_YET, { seen }, first.add)
    for (const line of summaryLines(progress, { wouldBe: true })) job.shell.print(line)
    for (const line of first.lines()) job.shell.print(line)
    job.shell.print('Nothing was changed.')
    const { reject } = progress.counts
    if (reject > 0) throw new CommandError(`${counted(reject)} of the rows would be rejected.`)
  } finally {
    await seen.close()
  }
}

async function runImport(job: Job): Promise<void> {
  const { shell, ctx, file, path, rows, options } = job
  const { onConflict, again, ignore } = options
  // An import from a pipe cannot be continued, as the input may differ next time.
  const digests =
    path === undefined ? undefined : await digestsOf(path, { what: 'users', onConflict, ignore })
  const hash = digests?.run
  const before = hash === undefined ? undefined : await beginImport(ctx, hash, file, again)
  if (before?.finishedAt) {
    // The process may have been killed before it restored the indices.
    await job.connection.restoreDeferred()
    shell.print(`${file} was imported at ${before.finishedAt}. --again imports it once more.`)
    return
  }
  if (before && before.rows > 0) shell.tell(`Going on after row ${counted(before.rows)}.`)
  const rejectsPath = resolve(shell.cwd, options.rejects ?? defaultRejects(file, rows))
  const rejects = rejectsFile(rejectsPath, rows, before?.rejectsBytes)
  try {
    tuneHeapForLoad()
    if (await isBulkLoad(job)) await job.connection.defer(DEFERRED)
    const first = firstRows(['reject'])
    const { progress, isWhole } = await run(
      job,
      before ?? NOTHING_YET,
      { rejects, hash, digest: () => digests?.file ?? rows.digest() },
      first.add,
    )
    for (const line of summaryLines(progress)) shell.print(line)
    if (!isWhole) throw stopped(progress, hash !== undefined)
    if (progress.counts.reject === 0) return
    const lines = first.lines().map((line) => `\n${line}`)
    throw new CommandError(
      `${counted(progress.counts.reject)} of the rows were rejected. ${rejectsPath} has them as they were, hashes too, each with its faults: mend it, and import it.${lines.join('')}`,
    )
  } finally {
    await job.connection.restoreDeferred()
    await rejects.close()
  }
}

/** Indices of which each row touches another page. */
const DEFERRED = [
  'users_email_key',
  'users_username_key',
  'users_first_name_order',
  'users_last_name_order',
  'users_name_order',
  'users_phone',
]

/** Smaller files are not worth it. A row has about this many bytes. */
const LARGE_BYTES = 5_000_000
const ROW_BYTES = 150

/**
 * Whether the file has more users than the database. Meanwhile, lists in order of names may be slow; nothing
 * else changes for existing users.
 */
async function isBulkLoad({ ctx, size }: Job): Promise<boolean> {
  if (size < LARGE_BYTES) return false
  const count = ctx.db.selectFrom('users').select((eb) => eb.fn.countAll().as('count'))
  return Number((await count.executeTakeFirstOrThrow()).count) < size / ROW_BYTES
}

const defaultRejects = (file: string, { format }: RowsAhead): string =>
  `${file === '-' ? 'import' : file.replace(/\.gz$/i, '').replace(/\.(csv|tsv|ndjson|jsonl)$/i, '')}.rejected.${format}`

const stopped = ({ rows }: Progress, canGoOn: boolean) =>
  new CommandError(
    `Stopped after row ${counted(rows)}. ${canGoOn ? 'The same command goes on from there.' : 'What was read from the standard input is to be given again, without these rows.'}`,
  )

interface RunOptions {
  seen?: Awaited<ReturnType<typeof openSeen>>
  rejects?: Rejects
  hash?: string | undefined
  digest?: () => string | undefined
}

async function run(
  job: Job,
  progress: Progress,
  runOptions: RunOptions,
  onOutcomes: ReturnType<typeof firstRows>['add'],
) {
  const { shell, ctx, rows, size, options } = job
  const view = progressView(shell, { title: 'users', total: size, from: progress.rows })
  try {
    return await importUsers(ctx, rows.chunks(progress.rows), {
      ...runOptions,
      onConflict: options.onConflict,
      progress,
      signal: shell.interruption(),
      onBatch: (now, outcomes) => {
        onOutcomes(outcomes)
        view.at(Math.min(rows.position(), size), now.rows)
      },
    })
  } finally {
    view.end()
  }
}
