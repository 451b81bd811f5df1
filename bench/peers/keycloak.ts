import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../processes/free-port.ts'
import { installArchive } from './install.ts'
import {
  emailOf,
  newEmail,
  newRoleOf,
  PEERS_PASSWORD,
  PEOPLE,
  type Peer,
  permissionsOf,
  personOf,
  ROLES,
  range,
  rolesOf,
  WITH_PASSWORD,
  withPasswordOf,
} from './peer.ts'
import { ask, serve } from './serve.ts'

const VERSION = '26.7.3'
const ADMIN = 'root'
const CLIENT = 'bench'
const DAY_SECONDS = 86_400

const roleOf = (number: number) => `role-${number}`
const permissionOf = (number: number) => `permission-${number}`
const names = (number: number) => ({ firstName: 'Person', lastName: String(number) })

/** https://www.keycloak.org: its own distribution, on its embedded database H2. */
export const keycloak: Peer = {
  name: 'Keycloak',
  notes: {
    'has-permission': 'all roles and permissions of the user, as there is no such call',
    'create user': 'the answer has no body',
    'create user, with a password': 'the answer has no body',
    'update user': 'the answer has no body',
    'assign a role': 'the answer has no body',
  },
  async start(folder) {
    const artifact = 'org.keycloak:keycloak-quarkus-dist'
    const home = join(await installArchive(folder, artifact, VERSION), `keycloak-${VERSION}`)
    rmSync(join(home, 'data'), { recursive: true, force: true })
    const port = await freePort()
    const address = [
      '--http-enabled=true',
      '--http-host=127.0.0.1',
      `--http-port=${port}`,
      '--hostname-strict=false',
    ]
    const env = {
      PATH: process.env.PATH ?? '',
      KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN,
      KC_BOOTSTRAP_ADMIN_PASSWORD: PEERS_PASSWORD,
    }
    const started = {
      command: 'bash',
      args: ['bin/kc.sh', 'start', '--db=dev-file', '--cache=local', ...address],
      cwd: home,
      env,
      port,
      readyPath: '/realms/master',
    }
    const { filled, ...server } = await serve(started, fill)
    return { ...server, version: VERSION, requestOf: filled }
  },
}

const credentials = [{ type: 'password', value: PEERS_PASSWORD }]

const tokenPath = (realm: string) => `/realms/${realm}/protocol/openid-connect/token`

/** A realm in which a client may administer, and in which people sign in by their password. */
const REALM = {
  realm: 'bench',
  enabled: true,
  accessTokenLifespan: DAY_SECONDS,
  ssoSessionIdleTimeout: DAY_SECONDS,
  ssoSessionMaxLifespan: DAY_SECONDS,
  loginWithEmailAllowed: true,
  clients: [
    {
      clientId: CLIENT,
      secret: PEERS_PASSWORD,
      serviceAccountsEnabled: true,
      directAccessGrantsEnabled: true,
    },
  ],
  roles: {
    realm: [
      ...range(0, ROLES, (number) => ({ name: permissionOf(number) })),
      ...range(0, ROLES, (number) => ({
        name: roleOf(number),
        composite: true,
        composites: { realm: permissionsOf(number).map(permissionOf) },
      })),
    ],
  },
  users: [
    {
      username: `service-account-${CLIENT}`,
      enabled: true,
      serviceAccountClientId: CLIENT,
      clientRoles: { 'realm-management': ['realm-admin'] },
    },
    ...range(1, PEOPLE, (number) => ({
      username: emailOf(number),
      email: emailOf(number),
      ...names(number),
      enabled: true,
      emailVerified: true,
      realmRoles: rolesOf(number).map(roleOf),
      ...(number <= WITH_PASSWORD && { credentials }),
    })),
  ],
}

async function fill(origin: string) {
  const signIn = async (realm: string, form: Record<string, string>): Promise<string> => {
    const body = new URLSearchParams(form)
    return (await ask(origin, { method: 'POST', path: tokenPath(realm), body })).access_token
  }
  const admin = { grant_type: 'password', client_id: 'admin-cli', username: ADMIN, password: PEERS_PASSWORD }
  const root = await signIn('master', admin)
  await ask(origin, { method: 'POST', path: '/admin/realms', token: root, body: REALM })
  const client = { client_id: CLIENT, client_secret: PEERS_PASSWORD }
  const token = await signIn('bench', { grant_type: 'client_credentials', ...client })
  const base = '/admin/realms/bench'
  const get = (path: string) => ask(origin, { method: 'GET', path: base + path, token })
  const users: { id: string; email?: string }[] = await get(`/users?first=0&max=${PEOPLE + 1}`)
  const ids = new Map(users.map(({ id, email }) => [email, id]))
  const roles = await get('/roles?briefRepresentation=true&max=1000')
  const roleIds = new Map<string, string>(
    roles.map(({ id, name }: { id: string; name: string }) => [name, id]),
  )
  const run = Date.now().toString(36)
  const newUser = (number: number) => {
    const email = newEmail(run, number)
    return { username: email, email, firstName: 'Nova', enabled: true }
  }
  const create = (body: object) => ({ method: 'POST' as const, path: `${base}/users`, token, body })
  const idOf = (number: number) => ids.get(emailOf(personOf(number)))
  return {
    'has-permission': (number: number) => ({
      path: `${base}/users/${idOf(number)}/role-mappings/realm/composite`,
      token,
    }),
    'list of 20': (number: number) => ({ path: `${base}/users?first=${20 * (number % 40)}&max=20`, token }),
    'get user': (number: number) => ({ path: `${base}/users/${idOf(number)}`, token }),
    'create user': (number: number) => create(newUser(number)),
    'create user, with a password': (number: number) => create({ ...newUser(number), credentials }),
    'update user': (number: number) => ({
      method: 'PUT' as const,
      path: `${base}/users/${idOf(number)}`,
      token,
      // What is left out is removed.
      body: { email: emailOf(personOf(number)), ...names(number), firstName: `New ${number}` },
    }),
    'assign a role': (number: number) => {
      const name = roleOf(newRoleOf(number))
      return {
        method: 'POST' as const,
        path: `${base}/users/${idOf(number)}/role-mappings/realm`,
        token,
        body: [{ id: roleIds.get(name), name }],
      }
    },
    'sign in': (number: number) => ({
      method: 'POST' as const,
      path: tokenPath('bench'),
      body: new URLSearchParams({
        grant_type: 'password',
        username: emailOf(withPasswordOf(number)),
        password: PEERS_PASSWORD,
        ...client,
      }),
    }),
  }
}
