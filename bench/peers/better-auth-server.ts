// better-auth in a process of its own: `better-auth-server.ts HOME`, the folder in which it is installed.
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { answerWith } from '../processes/talk.ts'
import type { Started } from './better-auth.ts'
import { emailOf, PEERS_PASSWORD, PEOPLE } from './peer.ts'

const [home = ''] = process.argv.slice(2)
const require = createRequire(join(home, 'package.json'))
// It is not a dependency of this package, so its types are unknown.
// biome-ignore lint/suspicious/noExplicitAny: see above.
const load = (name: string): Promise<any> => import(pathToFileURL(require.resolve(name)).href)

answerWith<'start'>(async (): Promise<Started> => {
  const [{ betterAuth }, { admin, bearer }, { toNodeHandler }, { getMigrations }] = await Promise.all(
    ['better-auth', 'better-auth/plugins', 'better-auth/node', 'better-auth/db/migration'].map(load),
  )
  const file = join(home, 'people.db')
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const auth = betterAuth({
    database,
    baseURL: origin,
    secret: 'a secret of the bench alone, which guards nothing',
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    plugins: [admin(), bearer()],
  })
  await (await getMigrations(auth.options)).runMigrations()

  const context = await auth.$context
  const password = await context.password.hash(PEERS_PASSWORD)
  const ids: string[] = []
  for (let number = 1; number <= PEOPLE; number++) {
    const role = number === 1 ? 'admin' : 'user'
    const person = { email: emailOf(number), name: `Person ${number}`, emailVerified: true, role }
    const user = await context.internalAdapter.createUser(person)
    await context.internalAdapter.linkAccount({
      userId: user.id,
      providerId: 'credential',
      accountId: user.id,
      password,
    })
    ids.push(user.id)
  }
  server.on('request', toNodeHandler(auth))
  const { token } = await auth.api.signInEmail({ body: { email: emailOf(1), password: PEERS_PASSWORD } })
  return { origin, token, ids }
})
