import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { ANONYMOUS } from './access/actor.ts'
import { type Ctx, createClock } from './access/context.ts'
import { AccessMemory } from './access/memory/memory.ts'
import { emailEndpoints } from './accounts/email.ts'
import { factorEndpoints } from './accounts/factors.ts'
import { invitationEndpoints } from './accounts/invitations.ts'
import { invitedRegistrationEndpoints } from './accounts/invited-registrations.ts'
import { mailEndpoints } from './accounts/mails.ts'
import { meEndpoint } from './accounts/me.ts'
import { passkeyEndpoints } from './accounts/passkeys.ts'
import { passwordEndpoints } from './accounts/passwords.ts'
import { signInFinishEndpoint } from './accounts/second-factor.ts'
import { signInEndpoint, signOutEndpoint } from './accounts/session.ts'
import { sessionEndpoints } from './accounts/sessions.ts'
import { setupEndpoints } from './accounts/setup.ts'
import { signInByCodeEndpoint, signInCodeEndpoint } from './accounts/sign-in-code.ts'
import { serviceEndpoint, signUpEndpoint } from './accounts/signup.ts'
import { verificationEndpoints } from './accounts/signup-verify.ts'
import { userFactorEndpoints } from './accounts/user-factors.ts'
import { tokenEndpoints } from './accounts/user-tokens.ts'
import { continueErasures } from './audit/erasures.ts'
import { createNumbering } from './audit/numbers.ts'
import { dropOldEntries } from './audit/old-entries.ts'
import { createRefusalLog, type RefusalLog } from './audit/refusals.ts'
import { sealingJobs } from './audit/sealer.ts'
import type { SealingKey } from './audit/sealing-key.ts'
import { ClientMemory } from './capacity/client-memory.ts'
import { IterationQueue } from './capacity/iteration-queue.ts'
import { LONG_READS, READS, ReadLimiter } from './capacity/read-limiter.ts'
import { ResponseMemory } from './capacity/response-memory.ts'
import { brandIn, type Config, mailSettingsOf, relyingPartyOf } from './config/config.ts'
import { deleteExpiredAttempts } from './credentials/attempts.ts'
import { deleteExpiredChallenges } from './credentials/challenges.ts'
import { createIdleTimes, deleteEndedSessions } from './credentials/cookie-sessions.ts'
import { createDailyCounts, type DailyCounts } from './credentials/daily-counts.ts'
import { resealFactors } from './credentials/factors.ts'
import { HashingQueue } from './credentials/hashing-queue.ts'
import { createLimits, type Limits } from './credentials/limits.ts'
import { deleteExpiredCodes } from './credentials/mailed-codes.ts'
import { deleteExpiredPasskeyChallenges } from './credentials/passkey-challenges.ts'
import { createTokenUsage, type TokenUsage } from './credentials/token-usage.ts'
import { briefHeader } from './credentials/user-agent.ts'
import { resourceEndpoints } from './crud/endpoints/routes.ts'
import { InstallationSecret } from './crypto/installation-secret.ts'
import type { Connection } from './db/connect.ts'
import { createUtilization } from './event-loop.ts'
import { accessChangesEndpoint } from './events/access-changes/endpoint.ts'
import { withAsOf } from './events/as-of.ts'
import { auditEndpoint, historyEndpoints } from './events/audit.ts'
import { auditExportEndpoint } from './events/export-entries.ts'
import { sealEndpoint } from './events/seal.ts'
import { eventStreamEndpoint } from './events/stream/endpoint.ts'
import { EventStreams, type StreamLimits } from './events/stream/streams.ts'
import { healthEndpoints } from './health.ts'
import type { Endpoint } from './http/endpoint.ts'
import { callerAddress } from './http/request/authenticate.ts'
import { acceptBodies } from './http/request/bodies.ts'
import { cookieOriginOf } from './http/request/session-cookie.ts'
import { deleteExpiredAnswers } from './http/request/stored-answers.ts'
import { createTokenLimit } from './http/request/token-limit.ts'
import { handleFailures, refuseUnknownPaths } from './http/response/failures.ts'
import { securityHeadersOf } from './http/response/security-headers.ts'
import { sendDirectly } from './http/response/send.ts'
import { serveEndpoints } from './http/routes.ts'
import { ClientErrors } from './http/server/client-errors.ts'
import { createHttpServer, TIMEOUTS, type Timeouts } from './http/server/connections.ts'
import {
  acceptCrossOrigin,
  completeResponses,
  refuseManyHeaders,
  refuseRepeatedHeaders,
  refuseUnlessServing,
  requireDeclaredAccess,
  respondToFrameworkError,
  respondToHalfClosed,
  respondToWhatNodeRefuses,
} from './http/server/conventions.ts'
import { createMethodRegistry } from './http/server/methods.ts'
import { LOAD_LIMITS, type LoadLimits, shedLoad } from './http/server/overload.ts'
import { boundPipelines } from './http/server/pipelines.ts'
import { logRequests } from './http/server/request-log.ts'
import type { Job } from './jobs/job.ts'
import { readOverrides } from './mail/overrides.ts'
import { mailJobs } from './mail/sender.ts'
import type { TransportLimits } from './mail/transport.ts'
import { overviewEndpoint } from './overview/index.ts'
import { consolePages } from './pages/console/serve.ts'
import { servePages, showUnknownPages } from './pages/index.ts'
import { systemContext } from './prepare.ts'
import { ownEndpoints } from './resources/endpoints.ts'
import { registry } from './resources/index.ts'
import { webhookJobs } from './webhooks/dispatcher.ts'
import { Pace } from './webhooks/pace.ts'
import type { SendingLimits } from './webhooks/sender.ts'

export interface AppOptions {
  config: Config
  connection: Connection
  logger: Logger
  /** Unlocked before the first request: see prepare.ts. */
  secret?: InstallationSecret
  /** The clock; tests replace it. */
  now?: () => string
  /** While true, requests are refused, as the database may not be ready. */
  isStarting?: () => boolean
  /** Overrides {@link TIMEOUTS}; tests use shorter ones. */
  timeouts?: Partial<Timeouts>
  /** Overrides {@link LOAD_LIMITS}; tests have fewer clients. */
  load?: Partial<LoadLimits>
  /** Overrides the limits of sending a mail; tests use shorter ones. */
  mailLimits?: Partial<TransportLimits>
  /** Overrides the limits of streams of events; tests use smaller ones. */
  streamLimits?: Partial<StreamLimits>
  /** Overrides how long after a commit its entries get their numbers, on PostgreSQL; tests that count statements use a long time. */
  numberingMs?: number
  /** Overrides the limits of a delivery to a webhook; tests use shorter ones. */
  webhookLimits?: Partial<SendingLimits>
  /** How fast events are sent to webhooks; tests have one whose time they set. */
  webhookPace?: Pace
  /** The queue of password hashes; tests replace it. */
  hashing?: HashingQueue
  /** What seals the audit trail; nothing is sealed without it. */
  sealingKey?: SealingKey | undefined
  /** The buffer of token uses; tests observe it. */
  tokenUsage?: TokenUsage
}

export interface Service {
  app: FastifyInstance
  /** The work that the service does by itself; the caller starts it, or runs a job by its name. */
  jobs: readonly Job[]
}

/** Endpoints use their own schemas. Loading Fastify's compilers would only slow down the start. */
const NO_SCHEMAS = { compilersFactory: { buildValidator: unused, buildSerializer: unused } }

function unused(): never {
  throw new Error('No route has a schema of Fastify.')
}

const WELL_FORMED_ID = /^[\w.:-]{1,128}$/

/** Assembles the service; the order of the hooks matters. The caller makes it listen, and starts its jobs. */
export async function createApp({
  config,
  connection,
  logger,
  secret = new InstallationSecret(),
  now = createClock(),
  isStarting = () => false,
  timeouts = {},
  load = {},
  mailLimits,
  streamLimits,
  numberingMs,
  webhookLimits,
  webhookPace = new Pace(createUtilization(), () => performance.now()),
  hashing = new HashingQueue(),
  tokenUsage = createTokenUsage(connection.db),
  sealingKey,
}: AppOptions): Promise<Service> {
  const overrides = await readOverrides(config.mailTemplates)
  const dailyCounts = createDailyCounts(connection.db)
  const { forClients, ...capacity } = { ...LOAD_LIMITS, ...load }
  const { clock } = capacity
  // Holds at least four bodies of the maximum size.
  const clientMemory = new ClientMemory(Math.max(forClients, 4 * config.bodyLimit))
  const securityHeaders = securityHeadersOf(config.publicUrl?.startsWith('https:') ?? false)
  const clientErrors = new ClientErrors({ securityHeaders, linger: timeouts.linger ?? TIMEOUTS.linger })
  const inPipelines = boundPipelines(clientMemory)
  const app = Fastify({
    serverFactory: (serve) => createHttpServer({ ...TIMEOUTS, ...timeouts }, inPipelines(serve)),
    bodyLimit: config.bodyLimit,
    trustProxy: config.trustProxy,
    schemaController: NO_SCHEMAS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // The query is read together with the body, by our own rules.
    routerOptions: { maxParamLength: 16_384, querystringParser: () => ({}) },
    genReqId: ({ headers }) => {
      const given = headers['x-request-id']
      return typeof given === 'string' && WELL_FORMED_ID.test(given) ? given : randomUUID()
    },
    frameworkErrors: respondToFrameworkError(securityHeaders),
    clientErrorHandler: clientErrors.respond,
  }) as unknown as FastifyInstance

  handleFailures(app, logger, connection.errors)
  completeResponses(app, securityHeaders)
  respondToWhatNodeRefuses(app)
  refuseRepeatedHeaders(app)
  respondToHalfClosed(app)
  refuseManyHeaders(app)
  clientErrors.watch(app)
  logRequests(app, logger)
  const { isStopping } = refuseUnlessServing(app, isStarting)
  const { noteSent, countFor, isRefusingAll } = shedLoad(app, capacity, clientMemory)
  await acceptCrossOrigin(app, config.corsOrigins)
  const { allow, near } = createMethodRegistry(app)
  const pages = consolePages()
  showUnknownPages(app, pages)
  refuseUnknownPaths(app, near)
  requireDeclaredAccess(app)
  acceptBodies(app)

  const limits = createLimits(config)
  const relyingParty = relyingPartyOf(config)
  const memory = new AccessMemory(connection)
  const idleTimes = createIdleTimes(config.sessionIdleMinutes)
  const ownUrl = createOwnUrl(app, config)
  const streams = new EventStreams(
    { ...systemContext(connection), now },
    {
      connection,
      memory,
      idleTimes,
      source: ownUrl,
      logger,
      limits: streamLimits,
    },
  )
  app.addHook('preClose', async () => streams.endAll())
  const endpoints = listEndpoints(config, { connection, limits, logger, streams, isRefusingAll })
  const numbering = createNumbering(
    { ...systemContext(connection), now },
    { onNumbered: streams.wake, turnMs: numberingMs },
  )
  connection.recorded?.onTold(numbering.wake)
  const ctx = { ...systemContext(connection), secret, now, onRecorded: numbering.wake }
  const refusals = createRefusalLog(ctx)
  serveEndpoints(app, endpoints, {
    allow,
    replicas: connection.replicas,
    currentRecords: connection.currentRecords,
    positions: connection.positions,
    publicUrl: config.publicUrl,
    tokenUsage,
    factorPolicy: config.requireSecondFactor,
    tokenLimit: createTokenLimit(config.tokenRateLimit),
    idleTimes,
    cookieOrigin: cookieOriginOf(config.publicUrl),
    countFor,
    shared: {
      memory: new ResponseMemory(),
      reads: new ReadLimiter({ ...READS, clock }),
      longReads: new ReadLimiter({ ...LONG_READS, slots: connection.longReadsAtOnce, clock }),
      slices: new IterationQueue(),
    },
    send: sendDirectly({
      securityHeaders,
      hasOwn: config.corsOrigins.length > 0,
      isStopping,
      noteSent,
      memory: clientMemory,
    }),
    context: (request) => ({
      db: connection.db,
      registry,
      access: memory.current(),
      days: dailyCounts,
      refusals,
      onRecorded: numbering.wake,
      hashing,
      attemptOwnPassword: limits.ownPassword,
      secret,
      relyingParty,
      actor: ANONYMOUS,
      now,
      // Before authentication: a connection that closes meanwhile no longer has an address.
      ip: callerAddress(request),
      userAgent: briefHeader(request.headers['user-agent']),
    }),
  })
  await servePages(app, registry, endpoints, {
    allow,
    publicUrl: config.publicUrl,
    brand: brandIn(config),
    ...pages,
  })
  return {
    app,
    jobs: [
      ...listJobs(ctx, config, { tokenUsage, dailyCounts, refusals }),
      ...mailJobs(ctx, mailSettingsOf(config, overrides, ownUrl), { logger, limits: mailLimits }),
      ...connection.jobs,
      // After the jobs that record.
      { name: 'number-entries', intervalMs: 1000, runsAtStop: true, run: numbering.run },
      ...(sealingKey
        ? sealingJobs(ctx, {
            key: sealingKey,
            shipping: config.auditCheckpoints,
            flushed: connection.flushed,
          })
        : []),
      ...webhookJobs(ctx, {
        logger,
        source: ownUrl,
        networks: config.webhookNetworks,
        flushed: connection.flushed,
        positions: connection.positions,
        pace: webhookPace,
        limits: webhookLimits,
      }),
    ],
  }
}

/**
 * The URL of the service: without `PUBLIC_URL`, of this process on its machine. Asking the server for its address takes 10 us,
 * a twentieth of the delivery of an event.
 */
function createOwnUrl(app: FastifyInstance, { publicUrl, port }: Config): () => string {
  let url = publicUrl
  return () => {
    if (url !== undefined) return url
    const at = app.server.address()
    if (typeof at !== 'object' || at === null) return `http://localhost:${port}`
    url = `http://localhost:${at.port}`
    return url
  }
}

/** What is counted in memory, and written at intervals. */
interface Noted {
  tokenUsage: TokenUsage
  dailyCounts: DailyCounts
  refusals: RefusalLog
}

function listJobs(ctx: Ctx, { auditDays }: Config, { tokenUsage, dailyCounts, refusals }: Noted): Job[] {
  return [
    {
      name: 'record-refusals',
      intervalMs: 1000,
      runsAtStop: true,
      run: (signal) => refusals.flush(signal.aborted),
    },
    { name: 'write-token-uses', intervalMs: 30_000, runsAtStop: true, run: tokenUsage.flush },
    { name: 'write-daily-counts', intervalMs: 30_000, runsAtStop: true, run: dailyCounts.flush },
    {
      name: 'delete-expired-attempts',
      intervalMs: 60_000,
      run: (signal) => deleteExpiredAttempts(ctx, signal),
    },
    { name: 'delete-expired-codes', intervalMs: 60_000, run: (signal) => deleteExpiredCodes(ctx, signal) },
    {
      name: 'delete-expired-challenges',
      intervalMs: 60_000,
      run: (signal) => deleteExpiredChallenges(ctx, signal),
    },
    { name: 'delete-ended-sessions', intervalMs: 60_000, run: (signal) => deleteEndedSessions(ctx, signal) },
    {
      name: 'delete-used-passkey-challenges',
      intervalMs: 60_000,
      run: (signal) => deleteExpiredPasskeyChallenges(ctx, signal),
    },
    { name: 'erase-people', intervalMs: 1000, run: (signal) => continueErasures(ctx, signal) },
    {
      name: 'drop-old-entries',
      intervalMs: 3_600_000,
      run: (signal) => dropOldEntries(ctx, auditDays, signal),
    },
    { name: 'reseal-factors', intervalMs: 3_600_000, run: (signal) => resealFactors(ctx, signal) },
    {
      name: 'delete-expired-answers',
      intervalMs: 60_000,
      run: (signal) => deleteExpiredAnswers(ctx, signal),
    },
  ]
}

interface Served {
  connection: Connection
  limits: Limits
  logger: Logger
  streams: EventStreams
  isRefusingAll: () => boolean
}

/** All endpoints, to serve or to describe them. @param served omitted to describe them only */
export function listEndpoints(config: Config, served?: Served): Endpoint[] {
  const ofResources = [
    ...withAsOf(registry, resourceEndpoints(registry, ownEndpoints)),
    ...tokenEndpoints(config),
    ...userFactorEndpoints(),
    ...historyEndpoints(registry.all),
  ]
  const limits = served?.limits ?? createLimits({ signinRateLimit: 0, clientSigninRateLimit: 0 })
  return [
    // Before the endpoint of the same path that takes any other body.
    signInFinishEndpoint(config, limits, served?.logger),
    signInByCodeEndpoint(config, limits, served?.logger),
    signInEndpoint(config, limits, served?.logger),
    signInCodeEndpoint(config, limits),
    signUpEndpoint(config, limits),
    signOutEndpoint,
    ...verificationEndpoints(config, limits),
    ...passwordEndpoints(config, limits),
    ...emailEndpoints(config, limits),
    ...invitationEndpoints(limits),
    ...invitedRegistrationEndpoints,
    meEndpoint(registry, config),
    ...factorEndpoints(config, limits),
    ...passkeyEndpoints(config, limits, served?.logger),
    ...sessionEndpoints,
    ...setupEndpoints(limits, served?.logger),
    serviceEndpoint(config),
    overviewEndpoint,
    ...mailEndpoints(config),
    auditEndpoint,
    sealEndpoint,
    auditExportEndpoint(served?.connection.flushed),
    accessChangesEndpoint(registry),
    eventStreamEndpoint(served?.streams),
    ...ofResources,
    ...ofResources.filter(({ path }) => path.startsWith('/api/users')).map(underCms),
    ...healthEndpoints(served),
  ]
}

/** One variant of the contract has users under this path. */
const underCms = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  path: endpoint.path.replace('/api/users', '/api/cms/users'),
})
