import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pino from 'pino'
import { type AppOptions, createApp } from '../../server/app.ts'
import { type Config, secretSourceOf } from '../../server/config/config.ts'
import { createTokenUsage, type TokenUsage } from '../../server/credentials/token-usage.ts'
import { unlockSecret } from '../../server/credentials/unlock-secret.ts'
import { InstallationSecret } from '../../server/crypto/installation-secret.ts'
import { type Connection, type ConnectOptions, connect } from '../../server/db/connect.ts'
import { codeOf } from '../../server/db/postgres/faults.ts'
import { prepare, systemContext } from '../../server/prepare.ts'
import { Pace } from '../../server/webhooks/pace.ts'
import type { Answer } from './answer.ts'
import { assertCatalogued, recordedActions } from './catalogued-actions.ts'
import { newDatabase, TEST_SECRET } from './databases.ts'
import { answerOf, checkAgainstDescription } from './described-answers.ts'

export const ADMIN = { email: 'root@example.com', password: 'a quite unusual phrase' }

export const defaults: Config = {
  host: '127.0.0.1',
  port: 0,
  workers: 1,
  databaseUrl: '',
  replicaUrls: [],
  dataFolder: join(tmpdir(), 'rolecall-test-data'),
  publicUrl: undefined,
  adminEmail: ADMIN.email,
  adminPassword: ADMIN.password,
  secret: TEST_SECRET,
  secretPrevious: [],
  mailUrl: undefined,
  mailFrom: undefined,
  defaultLanguage: 'en',
  mailTemplates: undefined,
  brandName: 'Rolecall',
  brandLogo: undefined,
  brandColor: undefined,
  appUrl: undefined,
  requireSecondFactor: 'roles',
  signup: 'open',
  approval: 'none',
  signinCode: 'off',
  tokenTtlDays: 30,
  sessionHours: 24,
  sessionIdleMinutes: 60,
  signinRateLimit: 0,
  clientSigninRateLimit: 0,
  tokenRateLimit: 0,
  bodyLimit: 1_048_576,
  trustProxy: false,
  corsOrigins: [],
  permissionsFile: undefined,
  auditKeyFile: undefined,
  auditCheckpoints: undefined,
  auditDays: 0,
  webhookNetworks: [],
  logLevel: 'silent',
}

export interface CallOptions {
  token?: string | null
  headers?: Record<string, string>
  query?: Record<string, string> | string
  json?: unknown
  form?: string
  payload?: string | Buffer
}

export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/** A complete service with a database of its own, called over HTTP; every answer is checked against the description. */
export interface Service {
  app: FastifyInstance
  connection: Connection
  config: Config
  secret: InstallationSecret
  /** The token of the super administrator. */
  token: string
  /** Every answer so far, to be searched for secrets. */
  answers: string[]
  /** Statements since the count was set to 0, collected while `recorded` is a list, and the SQLSTATEs of those that failed. */
  statements: { count: number; recorded?: Statement[]; failures: string[] }
  clock: { now: () => string; advance: (ms: number) => void }
  /** Uses of tokens, which a job writes. */
  tokenUsage: TokenUsage
  /** Runs one of the service's jobs by its name; in tests no timer starts them. */
  runJob: (name: string) => Promise<void>
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>
  stop: () => Promise<void>
}

/** A database as after a first start, and a token of its administrator: see template.ts. */
interface Template {
  url: string
  token: string
  /** When it was created, in ms. */
  madeAt: number
}

/** Settings that affect the database, or the token that the administrator gets. */
const STORED_SETTINGS = [
  'adminEmail',
  'adminPassword',
  'permissionsFile',
  'tokenTtlDays',
  'signinRateLimit',
  'secret',
]

function templateFor(overrides: Partial<Config>): Template | undefined {
  const { TEST_TEMPLATE: template } = process.env
  const isStored = Object.keys(overrides).some((name) => STORED_SETTINGS.includes(name))
  return template === undefined || isStored ? undefined : JSON.parse(template)
}

export async function makeTemplate(databaseUrl: string): Promise<Template> {
  const service = await startService({ databaseUrl })
  await service.stop()
  return { url: databaseUrl, token: service.token, madeAt: Date.parse(service.clock.now()) }
}

/** Two processes on one database. The clock of the first one moves both. */
export interface Pair {
  service: Service
  other: Service
  stop: () => Promise<void>
}

export async function startPair(
  overrides: Partial<Config> = {},
  options: Pick<AppOptions, 'numberingMs'> = {},
): Promise<Pair> {
  const service = await startService(overrides, options)
  const { databaseUrl } = service.config
  const withoutAdmin = { databaseUrl, adminEmail: undefined, adminPassword: undefined }
  const other = await startService({ ...overrides, ...withoutAdmin }, options)
  const { advance } = service.clock
  service.clock.advance = (ms) => {
    advance(ms)
    other.clock.advance(ms)
  }
  const stop = async () => {
    await other.stop()
    await service.stop()
  }
  return { service, other, stop }
}

/** Never within a test: entries get their numbers when the test runs the job, as with every other job. */
const BY_JOB_MS = 3_600_000

/** Entries get their numbers soon after their commit, as in a service that is started as a process. */
export const NUMBERED_SOON = { numberingMs: 5 }

export async function startService(
  overrides: Partial<Config> = {},
  {
    longestReadMs,
    currentRecords,
    ...options
  }: Pick<
    AppOptions,
    | 'timeouts'
    | 'load'
    | 'hashing'
    | 'mailLimits'
    | 'streamLimits'
    | 'webhookLimits'
    | 'webhookPace'
    | 'numberingMs'
  > &
    Pick<ConnectOptions, 'longestReadMs'> &
    Partial<Pick<Connection, 'currentRecords'>> = {},
): Promise<Service> {
  const isOwn = overrides.databaseUrl === undefined
  const template = isOwn ? templateFor(overrides) : undefined
  const database = isOwn ? await newDatabase(template?.url) : undefined
  const config: Config = { ...defaults, ...(database && { databaseUrl: database.url }), ...overrides }
  const statements: Service['statements'] = { count: 0, failures: [] }
  const connection = connect(config.databaseUrl, {
    ...(longestReadMs !== undefined && { longestReadMs }),
    onQuery: (event) => {
      const { sql, parameters } = event.query
      statements.count += 1
      statements.recorded?.push({ sql, parameters })
      if (event.level === 'error') statements.failures.push(codeOf(event.error))
    },
    replicaUrls: config.replicaUrls,
  })
  const secret = new InstallationSecret()
  if (template) {
    await connection.requireCurrent()
    await unlockSecret(systemContext(connection), secret, secretSourceOf(config))
  } else await prepare(connection, config, secret)
  const clock = clockFrom(Math.max(Date.now(), template?.madeAt ?? 0))
  const logger = pino({ level: config.logLevel })
  const tokenUsage = createTokenUsage(connection.db)
  // Calls that a test injects run within one iteration of the event loop: none of them counts as late.
  const load: AppOptions['load'] = { lateAfter: Infinity, ...options.load }
  const parts = {
    config,
    connection: { ...connection, ...(currentRecords && { currentRecords }) },
    logger,
    secret,
    tokenUsage,
    now: clock.now,
  }
  // Events are sent as if the event loop had nothing else to do, whatever the other tests do.
  const webhookPace = new Pace(
    () => 0,
    () => 0,
  )
  const { app, jobs } = await createApp({ numberingMs: BY_JOB_MS, webhookPace, ...options, load, ...parts })
  const checkSockets = checkAgainstDescription(app)
  const answers: string[] = []
  const service: Service = {
    app,
    connection,
    config,
    secret,
    token: '',
    answers,
    statements,
    clock,
    tokenUsage,
    runJob: async (name) => {
      const job = jobs.find((job) => job.name === name)
      if (!job) throw new Error(`There is no job ${name}.`)
      await job.run(new AbortController().signal)
    },
    call: (method, path, options) => call(service, method, path, options),
    stop: async () => {
      await app.close()
      // Unless a test has closed the connection, or made the database unusable.
      const recorded = await recordedActions(connection.db).catch(() => [])
      await connection.close()
      await database?.drop()
      checkSockets()
      assertCatalogued(recorded)
    },
  }
  const { adminEmail, adminPassword } = config
  if (template) service.token = template.token
  else if (adminEmail !== undefined) service.token = await signIn(service, adminEmail, adminPassword ?? '')
  return service
}

/** Independent of the machine's clock, which may be set back while tests run: later writes must have later times. */
function clockFrom(startedAt: number): Service['clock'] {
  let offset = startedAt - performance.now()
  return {
    now: () => new Date(performance.now() + offset).toISOString(),
    advance: (ms) => {
      offset += ms
    },
  }
}

export async function signIn(service: Service, email: string, password: string): Promise<string> {
  const answer = await service.call('POST', '/api/signin', { token: null, json: { email, password } })
  if (answer.status !== 200) throw new Error(`sign-in failed: ${JSON.stringify(answer.body)}`)
  return answer.body.data.item.api_token
}

const SHOWS_SECRET = /\/(?:signin|tokens\/create|factors\/totp|totp\/confirm|recovery-codes)$/

async function call(
  service: Service,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const { token = service.token, headers = {}, query, json, form, payload } = options
  const search =
    query === undefined ? '' : `?${typeof query === 'string' ? query : new URLSearchParams(query)}`
  const request: InjectOptions = {
    method: method as 'GET',
    url: path + search,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(json !== undefined && { payload: JSON.stringify(json) }),
    ...(form !== undefined && { payload: form }),
    ...(payload !== undefined && { payload }),
  }
  const response = await service.app.inject(request)
  // The operations whose purpose is to return a secret.
  const isShownOnce = SHOWS_SECRET.test(path)
  if (!isShownOnce) service.answers.push(response.payload)
  return answerOf(response.statusCode, response.headers, response.payload)
}
