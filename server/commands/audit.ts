import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { notesIn } from '../audit/notes-in.ts'
import { restartLog } from '../audit/restart.ts'
import { Sealer } from '../audit/sealer.ts'
import { keyOfLog, makeSealingKey } from '../audit/sealing-key.ts'
import { ship, shippedNotes } from '../audit/shipping.ts'
import { decodeKey, encodeKey, type NoteKey } from '../audit/signed-note.ts'
import { type Fault, type Verification, verifyTrail } from '../audit/verify.ts'
import type { Config } from '../config/config.ts'
import { tuneHeapForLoad } from '../heap.ts'
import { systemContext } from '../prepare.ts'
import { sealingKeyOf } from './sealing-keys.ts'
import { CommandError, configOf, type Shell, withCurrentDatabase } from './shell.ts'

/** Makes the key in AUDIT_KEY_FILE, and prints the public one. */
export async function makeKey(shell: Shell, { name }: { name?: string }): Promise<void> {
  const config = configOf(shell)
  const path = config.auditKeyFile
  if (path === undefined) throw new CommandError('Set AUDIT_KEY_FILE to the path of the file to make.')
  if (existsSync(path))
    throw new CommandError(
      `${path} exists already. Whoever replaces a key can no longer verify what it has signed.`,
    )
  const log = name ?? logNameOf(config)
  if (!/^[^\s+]{1,100}$/.test(log))
    throw new CommandError('--name must be 1 to 100 characters without spaces and plus signs.')
  const { file, publicKey } = makeSealingKey(log)
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(file)
    await handle.sync()
  } finally {
    await handle.close()
  }
  shell.tell(
    `The key is in ${path}. Keep a copy of it away from the database, and this public key with whoever verifies:`,
  )
  shell.print(publicKey)
}

/** No two installations should have logs of one name. */
function logNameOf({ publicUrl }: Config): string {
  if (publicUrl !== undefined) return `${new URL(publicUrl).host}/audit`
  return `rolecall-${randomBytes(4).toString('hex')}/audit`
}

interface VerifyOptions {
  checkpoint?: string
  key?: string
  /** Logs that may have lost entries. */
  restarted?: string[]
}

/** Verifies the whole trail. @throws CommandError with the first fault */
export async function verify(shell: Shell, options: VerifyOptions): Promise<void> {
  const config = configOf(shell)
  const key = await keyToVerify(config, options)
  const exported = await exportedNotes(config, options)
  // A million entries pass through the young heap, as in an import.
  tuneHeapForLoad()
  const found = await withCurrentDatabase(config, ({ db }) => verifyTrail(db, { exported, key }))
  for (const line of summaryOf(found)) shell.tell(line)
  if (found.fault) throw new CommandError(faultText(found.fault))
  const lost = logsWithLosses(found).filter((log) => !options.restarted?.includes(log))
  if (lost.length > 0) throw new CommandError(lossText(lost))
  if (found.sealed === 0)
    throw new CommandError(
      'Nothing is sealed, so nothing can be verified. Start the service with AUDIT_KEY_FILE.',
    )
  shell.print('The audit trail is complete and unchanged.')
}

async function keyToVerify(config: Config, { key }: VerifyOptions): Promise<NoteKey> {
  if (key !== undefined) {
    try {
      return decodeKey(key.trim())
    } catch (error) {
      throw new CommandError(`--key: ${(error as Error).message}`)
    }
  }
  const own = await sealingKeyOf(config)
  if (!own) throw new CommandError('Name the public key with --key, or set AUDIT_KEY_FILE.')
  return own
}

async function exportedNotes({ auditCheckpoints }: Config, { checkpoint }: VerifyOptions): Promise<string[]> {
  const path =
    checkpoint ?? (auditCheckpoints && 'file' in auditCheckpoints ? auditCheckpoints.file : undefined)
  if (path === undefined) return []
  try {
    return checkpoint === undefined ? await shippedNotes(path) : notesIn(await readFile(path, 'utf8'))
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`)
  }
}

function* summaryOf({
  entries,
  sealed,
  covered,
  erased,
  dropped,
  restarts,
  lostLogs,
  fault,
}: Verification): Generator<string> {
  const count = (many: number) => `${many} ${many === 1 ? 'entry' : 'entries'}`
  const uncovered = Math.max(0, entries + dropped - covered)
  // A fault ends the verification: the numbers are of the logs before it.
  if (fault) yield `${count(entries)}. Before the fault, exported checkpoints confirmed ${count(covered)}.`
  else
    yield `${count(entries)}, ${sealed - dropped} sealed. No exported checkpoint covers ${count(uncovered)}.`
  if (dropped > 0)
    yield `${count(dropped)} before these were deleted for their age (AUDIT_DAYS); their leaves are unchanged.`
  if (erased > 0) yield `${count(erased)} of people who were erased.`
  for (const { origin, lost } of restarts)
    yield `A restart ended ${origin}: ${lost === 0 ? 'no signed entry was lost' : `${count(lost)} or more were lost`}.`
  for (const { origin, lost } of lostLogs)
    yield `The log ${origin}, which a restart began, is gone: ${count(lost)} or more were lost.`
}

const logsWithLosses = ({ restarts, lostLogs }: Verification): string[] =>
  [...restarts.filter(({ lost }) => lost > 0), ...lostLogs].map(({ origin }) => origin)

const lossText = (logs: readonly string[]): string =>
  `Signed entries of ${logs.join(', ')} are lost: if you restored a backup then, run this command with \`--restarted ${logs.join(' ')}\`; if you did not, somebody has removed or changed entries.`

function faultText(fault: Fault): string {
  switch (fault.kind) {
    case 'entry':
      return `Entry ${fault.number} (${fault.uuid}) is not what was sealed.`
    case 'missing-entry':
      return `Entry ${fault.number} was sealed, and is missing.`
    case 'missing-leaf':
      return `The leaf of entry ${fault.number} is missing.`
    case 'extra-entries':
      return `${fault.count} entries were put in beside the others.`
    case 'restart':
      return `The log ${fault.origin} does not tell of the log before it as it is.`
    case 'unsigned-restart':
      return `The log ${fault.origin} was begun by a restart that the key has not signed: somebody may have written it into the database, and changed entries before it.`
    case 'tree':
      return `The tree that is stored for ${fault.origin} is not that of its leaves.`
    case 'checkpoint':
      return `The checkpoint of ${fault.size} entries of ${fault.origin} is of another log: the entries up to ${fault.agreesTo} are unchanged, and some of the others were changed with their leaves.`
    case 'unknown-checkpoint':
      return `This checkpoint is not signed by the key, or of no log here:\n${fault.note}`
  }
}

/** Begins another log after a restore: the former has checkpoints of entries that no longer exist. */
export async function restart(shell: Shell): Promise<void> {
  const config = configOf(shell)
  const key = await sealingKeyOf(config)
  if (!key) throw new CommandError('Set AUDIT_KEY_FILE: its key signs the new log.')
  const { auditCheckpoints: shipping } = config
  const origin = await withCurrentDatabase(config, async (connection) => {
    const ctx = systemContext(connection)
    const sealer = new Sealer(ctx, { key, shipping, flushed: connection.flushed })
    const origin = await restartLog(ctx, sealer, key)
    await connection.flushed()
    if (origin !== undefined && shipping)
      try {
        await ship(ctx, shipping, shell.interruption())
      } catch (error) {
        shell.tell(
          `The note of the restart did not arrive: ${(error as Error).message} The service sends it again.`,
        )
      }
    return origin
  })
  if (origin === undefined) throw new CommandError('Nothing was sealed yet.')
  shell.tell('The audit trail goes on with another log. Its public key:')
  shell.print(encodeKey(keyOfLog(key, origin)))
}
