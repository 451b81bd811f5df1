import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import chromium, { inflate } from '@sparticuz/chromium'
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
import pinned from '../../package.json' with { type: 'json' }

/** The path of another Chromium than the pinned one. */
const { TEST_BROWSER } = process.env

/** Which browser the tests are run by: what a machine has installed would make them pass here and fail there. */
export const browserName =
  TEST_BROWSER ?? `Chromium ${pinned.devDependencies['@sparticuz/chromium']} of @sparticuz/chromium`

/** A real Chromium, without a window: the one that npm brought, which runs on x64 Linux, unless another is named. */
export async function openBrowser(): Promise<Browser> {
  if (TEST_BROWSER !== undefined) return launch(TEST_BROWSER)
  if (`${process.platform} ${process.arch}` !== 'linux x64') {
    throw new Error(
      'The Chromium that npm brings runs on x64 Linux: name the path of another in TEST_BROWSER.',
    )
  }
  const folder = await unpack()
  const path = join(folder, 'chromium')
  try {
    return await launch(path)
  } catch {
    // A bare system lacks some libraries; the package brings those too.
    const libraries = join(folder, 'al2023', 'lib')
    return launch(path, { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(folder, 'fonts') })
  }
}

const launch = (executablePath: string, env: Record<string, string> = {}) =>
  playwright.launch({ executablePath, args: ['--no-sandbox'], env: { ...process.env, ...env } })

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

export async function visitor(browser: Browser, baseURL: string, eyes: Eyes = {}): Promise<Visitor> {
  const { colorScheme = 'light', width = 1280, height = 900, ...others } = eyes
  const context = await browser.newContext({ baseURL, colorScheme, viewport: { width, height }, ...others })
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
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
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
  return { page, requests, complaints, leave }
}

/** Addresses that are not of this origin. What never leaves the browser does not count. */
export const elsewhere = (requests: string[], origin: string): string[] =>
  requests.filter((url) => !/^(data|blob|about):/.test(url) && new URL(url).origin !== origin)
