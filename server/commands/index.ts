import { Command, CommanderError } from 'commander'
import { settingsAsText } from '../config/config.ts'
import { version } from '../version.ts'
import type { Shell } from './shell.ts'
import type { RunningService } from './start-report.ts'
import { addTransfer } from './transfer.ts'

export const EXIT = { done: 0, failed: 1, wrongUsage: 2 } as const

const EXIT_CODES = '\nExit codes: 0 done, 1 failed (the reason is on the standard error), 2 wrong usage.'
const SETTINGS_ELSEWHERE =
  '\nReads the same settings as `rolecall serve`: the environment, then the file .env; see its --help.'

type OnListening = (service: RunningService) => void

/** Runs one command line. @returns the exit code; a started service keeps running */
export async function runCommand(args: string[], shell: Shell, onListening: OnListening): Promise<number> {
  try {
    await commandLine(shell, onListening).parseAsync(args, { from: 'user' })
    return EXIT.done
  } catch (error) {
    // Commander has printed the error already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUsage
    const { errorLines } = await import('./error-lines.ts')
    for (const line of errorLines(error)) shell.tell(line.startsWith(' ') ? line : `error: ${line}`)
    return EXIT.failed
  }
}

/** The commands. Each loads its modules when it runs, so that help and small commands start quickly. */
function commandLine(shell: Shell, onListening: OnListening): Command {
  const program = new Command('rolecall')
    .description('Users, roles, permissions and taxonomies as one self-hosted HTTP/JSON service.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => shell.print(text.trimEnd()),
      writeErr: (text) => shell.tell(text.trimEnd()),
    })
    .addHelpText('after', EXIT_CODES)

  program
    .command('serve')
    .description('start the service')
    .option(
      '--accept-new-host',
      'start although PUBLIC_URL has another host than passkeys of users, which do not work there',
      false,
    )
    .addHelpText('after', () => `\n${settingsAsText()}\n${EXIT_CODES}`)
    .action(async (options: { acceptNewHost: boolean }) => {
      const { serve } = await import('./serve.ts')
      await serve(shell, options, onListening)
    })

  program
    .command('migrate')
    .description('bring the database up to date, as a start does')
    .addHelpText('after', SETTINGS_ELSEWHERE)
    .action(async () => {
      const { migrate } = await import('./migrate.ts')
      await migrate(shell)
    })

  addAdministration(program, shell)
  addAudit(program, shell)
  addTransfer(program, shell)

  program
    .command('backup')
    .description('copy the database to a file, also while the service runs')
    .argument('<file>', 'where to; a folder on the same machine')
    .option('--force', 'replace the file if it is there', false)
    .addHelpText('after', SETTINGS_ELSEWHERE)
    .action(async (file: string, options: { force: boolean }) => {
      const { backup } = await import('./backup.ts')
      await backup(shell, file, options)
    })

  program
    .command('copy')
    .description('copy a whole installation into another, empty database, and prove that it is all there')
    .requiredOption('--from <url>', 'the database to read, as in DATABASE_URL')
    .requiredOption('--to <url>', 'the database to fill, of either engine')
    .addHelpText('after', EXIT_CODES)
    .action(async (options) => {
      const { copy } = await import('./copy.ts')
      await copy(shell, options)
    })

  return program
}

function addAdministration(program: Command, shell: Shell): void {
  program
    .command('admin')
    .description('make administrators: see `admin create --help`')
    .command('create')
    .description('make a user who is a super administrator')
    .requiredOption('--email <email>', 'email to sign in with')
    .option('--first-name <name>', 'first name', 'Administrator')
    .option(
      '--password-file <file>',
      'file that holds the password; else ADMIN_PASSWORD, else it is asked for',
    )
    .addHelpText('after', SETTINGS_ELSEWHERE)
    .action(async (options) => {
      const { createAdministrator } = await import('./admin-create.ts')
      await createAdministrator(shell, options)
    })

  program
    .command('token')
    .description('make tokens: see `token create --help`')
    .command('create')
    .description('make a token and print it alone on the standard output')
    .requiredOption('--user <user>', 'email or username of whom it is for')
    .option('--name <name>', 'what it is called', 'command line')
    .option('--days <days>', 'days until it expires, 0 for never (default: TOKEN_TTL_DAYS)')
    .addHelpText('after', SETTINGS_ELSEWHERE)
    .action(async (options) => {
      const { createToken } = await import('./token-create.ts')
      await createToken(shell, options)
    })

  program
    .command('mail')
    .description('find out whether mail can be sent: see `mail test --help`')
    .command('test')
    .description('send one mail, and print how the conversation with the mail server went')
    .requiredOption('--to <address>', 'to whom')
    .addHelpText(
      'after',
      `\nThe password is not printed. Without MAIL_URL, writes a file.\n${SETTINGS_ELSEWHERE}`,
    )
    .action(async (options: { to: string }) => {
      const { testMail } = await import('./mail-test.ts')
      await testMail(shell, options)
    })

  program
    .command('secret')
    .description("the installation's secret: see `secret replace --help`")
    .command('replace')
    .description(
      'go on with another secret if the former is lost or known to others; waiting codes are deleted',
    )
    .addHelpText(
      'after',
      `\nTo change it without a loss, set SECRET_PREVIOUS instead.\n${SETTINGS_ELSEWHERE}`,
    )
    .action(async () => {
      const { replace } = await import('./secret-replace.ts')
      await replace(shell)
    })

  const users = program
    .command('users')
    .description('bring users along, or erase one: see `users set-hashes --help`, `users erase --help`')
  users
    .command('erase')
    .description('delete a user permanently, and remove from the audit trail all that tells who it was')
    .argument('<user>', 'id or uuid; also of a user who was deleted permanently before')
    .addHelpText(
      'after',
      `\nIt cannot be undone. Ids stay, and the audit trail still verifies. docs/events.md says what is left elsewhere.\n${SETTINGS_ELSEWHERE}`,
    )
    .action(async (user: string) => {
      const { erase } = await import('./users-erase.ts')
      await erase(shell, user)
    })
  users
    .command('set-hashes')
    .description('set passwords by hashes that another system made')
    .argument('<file>', 'lines of email,hash or of JSON with these two names; - for the standard input')
    .option('--dry-run', 'tell what is wrong with the file, and change nothing', false)
    .option('--replace', 'also where there is a password; it signs these users out everywhere', false)
    .addHelpText('after', `\nAll of the file or nothing. README.md lists the formats.\n${SETTINGS_ELSEWHERE}`)
    .action(async (file: string, options: { dryRun: boolean; replace: boolean }) => {
      const { setHashes } = await import('./users-set-hashes.ts')
      await setHashes(shell, file, options)
    })

  program
    .command('permissions')
    .description('bring permissions in line: see `permissions sync --help`')
    .command('sync')
    .description('bring the permissions in line with PERMISSIONS_FILE, as a start does')
    .addHelpText('after', SETTINGS_ELSEWHERE)
    .action(async () => {
      const { syncDeclared } = await import('./permissions-sync.ts')
      await syncDeclared(shell)
    })
}

function addAudit(program: Command, shell: Shell): void {
  const audit = program
    .command('audit')
    .description('seal and verify the audit trail: see `audit verify --help`')
  audit
    .command('key')
    .description('make the key in AUDIT_KEY_FILE that seals the audit trail, and print the public key')
    .option(
      '--name <name>',
      'of the log, in its checkpoints (default: the host of PUBLIC_URL, or a random one)',
    )
    .addHelpText('after', SETTINGS_ELSEWHERE)
    .action(async (options: { name?: string }) => {
      const { makeKey } = await import('./audit.ts')
      await makeKey(shell, options)
    })
  audit
    .command('verify')
    .description('find out whether anybody has changed the audit trail, and which entry first')
    .option('--checkpoint <file>', 'checkpoints that were exported (default: the file of AUDIT_CHECKPOINTS)')
    .option('--key <key>', 'the public key (default: that of AUDIT_KEY_FILE)')
    .option(
      '--restarted <log...>',
      'logs that lost signed entries when you restored a backup; otherwise these count as a fault',
    )
    .addHelpText('after', SETTINGS_ELSEWHERE)
    .action(async (options: { checkpoint?: string; key?: string; restarted?: string[] }) => {
      const { verify } = await import('./audit.ts')
      await verify(shell, options)
    })
  audit
    .command('restart')
    .description('begin another log after the database was restored from a backup; stop the service first')
    .addHelpText('after', SETTINGS_ELSEWHERE)
    .action(async () => {
      const { restart } = await import('./audit.ts')
      await restart(shell)
    })
}
