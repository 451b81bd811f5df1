import { creation, Password } from '../../contract/fields.ts'
import * as people from '../../contract/people.ts'
import { createSuperAdministrator } from '../accounts/first-administrator.ts'
import { loadConfig } from '../config/config.ts'
import { populate, systemContext } from '../prepare.ts'
import { ownPermissions } from '../resources/permissions/manifest.ts'
import { readUtf8 } from '../utf8.ts'
import { reader } from '../values/validate.ts'
import { CommandError, type Shell, withCurrentDatabase } from './shell.ts'

interface Options {
  email: string
  firstName: string
  passwordFile?: string
}

const Administrator = creation(
  'Administrator',
  { email: people.email, first_name: people.profile.first_name, password: Password },
  ['email', 'first_name', 'password'],
)

export async function createAdministrator(shell: Shell, options: Options): Promise<void> {
  const config = loadConfig(shell.env, { cwd: shell.cwd, namesAdministrator: true })
  const read = reader(Administrator, { unknown: 'refuse' })
  await withCurrentDatabase(config, async (connection) => {
    const password = await passwordFrom(shell, options.passwordFile, config.adminPassword)
    const person = read({ email: options.email, first_name: options.firstName, password })
    const ctx = systemContext(connection)
    // A database that was migrated but never served has no roles yet.
    await populate(ctx, ownPermissions)
    const id = await createSuperAdministrator(ctx, person)
    shell.print(`${person.email} is a super administrator now (user ${id}).`)
  })
}

async function passwordFrom(shell: Shell, file: string | undefined, setting: string | undefined) {
  if (file !== undefined) return readPassword(file)
  if (setting !== undefined) return setting
  const password = await shell.askSecret('Password: ')
  if (password !== (await shell.askSecret('Again: '))) throw new CommandError('The two passwords differ.')
  return password
}

/** The file's text without the final line break that editors add. */
function readPassword(file: string): string {
  try {
    return readUtf8(file).replace(/\r?\n$/, '')
  } catch (error) {
    throw new CommandError(`The password file cannot be read: ${(error as Error).message}.`)
  }
}
