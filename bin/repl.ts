// `npm run repl`: a prompt on the database that the settings of `npm start` name, with what the server's own code works with.
import repl from 'node:repl'
import { sql } from 'kysely'
import type { Ctx } from '../server/access/context.ts'
import { inTransaction } from '../server/access/transaction.ts'
import { connect } from '../server/db/connect.ts'
import { systemContext } from '../server/prepare.ts'
import { resources } from '../server/resources/index.ts'
import { settingsOf } from './settings.ts'

const HELP = `Names at this prompt (await works at the top level):
  db           the database, by Kysely: await db.selectFrom('users').select(['id', 'name']).execute()
  sql          raw SQL: (await sql\`select count(*) from users\`.execute(db)).rows
  ctx          what operations take first, with all permissions
  transaction  await transaction((ctx) => ctx.db.updateTable('roles').set({ details: 'x' }).where('id', '=', 3).execute())
  resources    their definitions, by name
  help         prints this`

const { databaseUrl } = settingsOf(process.cwd())
const connection = await openCurrent().catch((error: Error) => {
  console.error(`error: ${error.message}`)
  process.exit(1)
})
const ctx = systemContext(connection)

console.log(HELP)
const server = repl.start({ prompt: 'rolecall> ' })
Object.assign(server.context, {
  db: connection.db,
  sql,
  ctx,
  transaction: <T>(run: (ctx: Ctx) => Promise<T>) => inTransaction(ctx, run),
  resources: Object.fromEntries(resources.map((resource) => [resource.name, resource])),
})
Object.defineProperty(server.context, 'help', { get: () => console.log(HELP) })
server.once('exit', () => connection.close())

async function openCurrent() {
  const connection = connect(databaseUrl, { mustExist: true })
  await connection.requireCurrent()
  return connection
}
