import { Argument, type Command, Option } from 'commander'
import { SUBJECTS, type Subject } from '../../contract/permissions.ts'
import type { Shell } from './shell.ts'

const MORE = `
docs/import-export.md tells the columns and the rest.
Reads the same settings as \`rolecall serve\`: the environment, then the file .env; see its --help.`

const FORMATS = ['csv', 'ndjson']

const listOf = (text: string) => text.split(',').map((name) => name.trim())

/** The commands for many records at once. */
export function addTransfer(program: Command, shell: Shell): void {
  program
    .command('import')
    .description('take in many records: see `import users --help`')
    .command('users')
    .description('take in a file of users: CSV with a heading or NDJSON, also packed by gzip')
    .argument('<file>', 'the file; - for the standard input')
    .option('--dry-run', 'tell what would be done, and change nothing', false)
    .addOption(
      new Option('--on-conflict <what>', 'what to do about a row whose email a user has; fail rejects it')
        .choices(['skip', 'update', 'fail'])
        .default('skip'),
    )
    .option('--again', 'also if the file was imported before, and from its start', false)
    .option('--ignore <columns>', 'columns to pass over, with commas between', listOf, [])
    .option('--rejects <file>', 'where rows go that cannot be taken (default: beside the file)')
    .addOption(new Option('--format <format>', 'if the name does not tell').choices(FORMATS))
    .addHelpText('after', MORE)
    .action(async (file: string, options) => {
      const { importUsersFrom } = await import('./import-users.ts')
      await importUsersFrom(shell, file, options)
    })

  program
    .command('export')
    .description('write all records of a resource, as they are at one moment, while others read and write')
    .addArgument(new Argument('<resource>', 'which').choices(SUBJECTS))
    .argument('[file]', 'where to: .csv or .ndjson, also .gz; without it, the standard output')
    .addOption(
      new Option('--format <format>', 'if the name does not tell (default: "ndjson")').choices(FORMATS),
    )
    .option('--with-hashes', 'also the hashes of passwords, for moving users elsewhere', false)
    .option('--force', 'replace the file if it is there', false)
    .addHelpText('after', MORE)
    .action(async (name: Subject, file: string | undefined, options) => {
      const { exportResource } = await import('./export.ts')
      await exportResource(shell, name, file, options)
    })
}
