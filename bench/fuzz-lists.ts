// `npm run fuzz:lists`: sends random list requests with all parameters of lists to a service with 100,000 users and
// records that an attacker might add. Fails if a response is longer than 16 MB, if a request takes more than 50 ms of
// processor time in one iteration of the event loop, if a response has an unexpected status, or if the service uses too
// much memory.
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, TOKENS } from './data/build.ts'
import { shapeOf } from './data/shape.ts'
import { openEngine } from './engines/index.ts'
import { addHeavy, type Heavy } from './fuzz/heavy.ts'
import { requestOf } from './fuzz/requests.ts'
import { memoryOf, type Service, startService } from './processes/service.ts'
import { quantile } from './statistics.ts'

const MOST_BYTES = 16_000_000
const MOST_HELD_MS = 50
const MOST_MIB = 1000
const PARALLEL = 8
/** A garbage collection or another process may hold the loop too, but not in every attempt. */
const TRIES = 4

const { values: flags } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    requests: { type: 'string', default: '600' },
    path: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
})

interface Outcome {
  path: string
  status: number
  code: string
  bytes: number
  ms: number
}

const headers = { authorization: `Bearer ${TOKENS.super}` }
const faults: string[] = []

async function send(origin: string, path: string, body?: string): Promise<Outcome> {
  const start = performance.now()
  const response = await fetch(origin + path, {
    ...(body !== undefined && { method: 'POST', body }),
    headers: { ...headers, ...(body !== undefined && { 'content-type': typeOf(body) }) },
  })
  const bytes = await response.arrayBuffer()
  const ms = performance.now() - start
  const code = response.ok ? '' : ((JSON.parse(Buffer.from(bytes).toString()) as { code: string }).code ?? '')
  return { path, status: response.status, code, bytes: bytes.byteLength, ms }
}

const typeOf = (body: string) =>
  /^[[{]/.test(body) ? 'application/json' : 'application/x-www-form-urlencoded'

async function ask({ child }: Service, what: 'reset' | 'read'): Promise<number> {
  child.send(what)
  const [answer] = await once(child, 'message')
  return answer as number
}

/** The least of several attempts: how long one request holds the event loop by itself. */
async function held(service: Service, path: string, body?: string): Promise<Outcome & { held: number }> {
  let least = Number.POSITIVE_INFINITY
  let outcome: Outcome | undefined
  for (let tries = 0; tries < TRIES && least > MOST_HELD_MS / 2; tries++) {
    await ask(service, 'reset')

    outcome = await send(service.origin, path, body)

    least = Math.min(least, await ask(service, 'read'))
  }
  return { ...(outcome as Outcome), held: least }
}

/** Every documented refusal of a list. */
const DOCUMENTED = new Set([
  '',
  'too_many_included',
  'bad_filter',
  'bad_sort',
  'bad_include',
  'not_found',
  'too_slow',
])

function judge(outcome: Outcome & { held?: number }): void {
  const what = `${outcome.path.slice(0, 300)}: ${outcome.status} ${outcome.code}, ${outcome.bytes} bytes, ${outcome.ms.toFixed(0)} ms`
  if (outcome.bytes > MOST_BYTES) faults.push(`${what}: too long`)
  if (!DOCUMENTED.has(outcome.code) && outcome.status !== 422) faults.push(`${what}: not expected`)
  if (outcome.held !== undefined && outcome.held > MOST_HELD_MS)
    faults.push(`${what}: held the loop for ${outcome.held.toFixed(0)} ms`)
}

const numbered = (count: number, name: string, end = '') =>
  Array.from({ length: count }, (_, index) => `${name}${index}${end}`)

/** Large and invalid bodies. */
const BODIES: [string, string][] = [
  ['/api/users', `{${numbered(80_000, '"f', '":1').join()}}`],
  ['/api/users', `[{${numbered(80_000, '"f', '":1').join()}}]`],
  [
    '/api/users',
    `[${Array(40)
      .fill(`{${numbered(2000, '"f', '":1').join()}}`)
      .join()}]`,
  ],
  ['/api/users/create', `{"email":"a@example.com","meta":{${numbered(80_000, '"f', '":1').join()}}}`],
  ['/api/users/create', `{"email":"a@example.com","meta":[${Array(500_000).fill(1).join()}]}`],
  ['/api/users', `[${Array(400_000).fill('{}').join().slice(0, 900_000)}{}]`],
  ['/api/users', numbered(80_000, 'f', '=1').join('&')],
  ['/api/users', `q=a&include=${'roles,'.repeat(80_000)}x`],
  ['/api/users', `sort=${'id,'.repeat(80_000)}x`],
  ['/api/users', `filter[first_name]=${'like:a|AND|'.repeat(80_000)}x`],
  ['/api/users/2/relationships/roles', `{"id":"${'x,'.repeat(400_000)}"}`],
  ['/api/users/2/relationships/roles', `["${numbered(80_000, 'x').join('","')}"]`],
  ['/api/checks', `[${Array(80_000).fill('{"user":1}').join()}]`],
]

const engine = await openEngine(flags.engine as 'sqlite' | 'postgres', join(import.meta.dirname, '.data'))
let service: Service | undefined
try {
  const { name } = await build(engine, shapeOf(100_000))
  const databaseUrl = await engine.copy(name)
  const heavy = await addHeavy(databaseUrl)
  service = await startService({
    databaseUrl,
    nodeArgs: ['--import', join(import.meta.dirname, 'fuzz/probe.ts')],
    hasChannel: true,
  })
  const outcomes = await oneByOne(service, heavy)
  await bodies(service)
  await atOnce(service, outcomes)
  const memory = memoryOf(service.pid)
  console.log(`memory: at most ${memory?.most.toFixed(0)} MiB`)
  if (memory && memory.most > MOST_MIB) faults.push(`It took ${memory.most.toFixed(0)} MiB.`)
} finally {
  await service?.stop()
  await engine.close()
}
for (const fault of faults) console.log(fault)
console.log(faults.length === 0 ? 'No fault.' : `${faults.length} faults.`)
process.exitCode = faults.length === 0 ? 0 : 1

async function oneByOne(service: Service, heavy: Heavy) {
  const outcomes: (Outcome & { held: number })[] = []
  const seed = Number(flags.seed) * 1_000_000
  const count = flags.path?.length ?? Number(flags.requests)
  for (let index = 0; index < count; index++) {
    const path = flags.path?.[index] ?? requestOf(seed + index, heavy)
    const one = await held(service, path)
    judge(one)
    outcomes.push(one)
    if (flags.verbose)
      console.log(one.status, one.code, one.bytes, one.ms.toFixed(0), one.held.toFixed(0), path)
  }
  const by = Object.groupBy(outcomes, ({ status, code }) => `${status} ${code}`)
  for (const [kind, some = []] of Object.entries(by)) {
    const most = (of: (one: (typeof some)[number]) => number) => Math.max(...some.map(of)).toFixed(1)
    console.log(
      `${kind}: ${some.length} requests, at most ${most(({ bytes }) => bytes / 1e6)} MB, ${most(({ ms }) => ms)} ms, the loop held for ${most(({ held }) => held)} ms`,
    )
  }
  return outcomes
}

async function bodies(service: Service) {
  for (const [path, body] of BODIES) {
    const one = await held(service, path, body)
    console.log(
      `${path} with ${body.slice(0, 30)}…: ${one.status} ${one.code}, ${one.ms.toFixed(0)} ms, the loop held for ${one.held.toFixed(1)} ms`,
    )
    if (one.status < 400 && !path.endsWith('/users'))
      faults.push(`${path} with ${body.slice(0, 40)} was taken`)
    if (one.held > MOST_HELD_MS)
      faults.push(`${path} with ${body.slice(0, 40)}: held for ${one.held.toFixed(0)} ms`)
  }
}

/** The slowest accepted and the slowest refused requests, eight of each at a time, beside checks. */
async function atOnce(service: Service, outcomes: Outcome[]) {
  const byTime = outcomes.toSorted((one, other) => other.ms - one.ms)
  const groups = {
    answered: byTime.filter(({ status }) => status === 200),
    refused: byTime.filter(({ code }) => code === 'too_many_included'),
    'roles?include=users, refused': Array(PARALLEL).fill({
      path: '/api/roles?include=users&sort=id:desc',
    }) as Outcome[],
  }
  for (const [name, group] of Object.entries(groups)) {
    const paths = group.slice(0, PARALLEL).map(({ path }) => path)
    let [isOver, overloaded] = [false, 0]
    const sending = Promise.all(
      paths.map(async (path) => {
        for (let round = 0; round < 5; round++) {
          const one = await send(service.origin, path)
          // A request that waits too long for the shared memory is refused, as documented.
          if (one.code !== 'overloaded') judge(one)
          else overloaded += 1
        }
      }),
    ).finally(() => {
      isOver = true
    })
    const checks: number[] = []
    while (!isOver) checks.push((await send(service.origin, '/api/users/id/3/roles/registered')).ms)
    await sending
    checks.sort((one, other) => one - other)
    console.log(
      `eight at once, ${name}: a check beside them p50 ${quantile(checks, 0.5).toFixed(1)} ms, p99 ${quantile(checks, 0.99).toFixed(1)} ms; ${overloaded} of 40 refused with 503; memory ${memoryOf(service.pid)?.most.toFixed(0)} MiB`,
    )
  }
}
