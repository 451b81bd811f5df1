import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import type { Browser, Locator, Page, Request } from 'playwright-core'
import type { Config } from '../../server/config/config.ts'
import { buildConsole } from '../../server/pages/console/build.ts'
import { faultsBeyondAxe } from './accessibility-rules.ts'
import { describePage, openBrowser, otherOrigins, settled, type Visitor, visitor } from './browser.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { type Service, startService } from './service.ts'

export const LAPTOP = { width: 1366, height: 800 }
export const PHONE = { width: 390, height: 844 }

export interface VisitOptions {
  /** The token of the page's session; the administrator's by default, and no session for null. */
  token?: string | null
  theme?: 'light' | 'dark'
  screen?: typeof LAPTOP
  locale?: string
  /** Complaints that the test expects: Chromium reports each refused call, such as `/status of 422/`. */
  expected?: RegExp[]
}

export interface ConsoleUnderTest {
  service: Service
  origin: string
  /** Opens the console at a path, as a user; fails on any complaint of the browser, and on calls to other hosts. */
  visit: (
    path: string,
    options: VisitOptions,
    story: (page: Page, visit: Visitor) => Promise<void>,
  ) => Promise<void>
}

interface UseOptions {
  /** Starts a service for each test, for files in which a test would see the data of another. */
  forEach?: boolean
  /** At its PUBLIC_URL, on a host with a name: sessions are in cookies, and passkeys are on. */
  isAtPublicUrl?: boolean
}

/** The real service with the console's build, and a browser: one of each for a file. */
export function useConsole(
  config: Partial<Config> = {},
  { forEach = false, isAtPublicUrl = false }: UseOptions = {},
): ConsoleUnderTest {
  let browser: Browser
  const own = {} as ConsoleUnderTest
  before(async () => {
    await requireBuild()
    browser = await openBrowser()
  })
  after(() => browser?.close())
  const [first, last] = forEach ? [beforeEach, afterEach] : [before, after]
  first(async () => {
    const port = isAtPublicUrl ? await freePort() : 0
    const named = `http://localhost:${port}`
    own.service = await startService({ ...config, ...(isAtPublicUrl && { publicUrl: named }) })
    const address = await own.service.app.listen({ host: '127.0.0.1', port })
    own.origin = isAtPublicUrl ? named : address
  })
  last(() => own.service?.stop())
  own.visit = async (path, options, story) => {
    const visit = await openAs(browser, own, options)
    const unused = unusedRoutes(visit.page)
    try {
      await visit.page.goto(path)
      await story(visit.page, visit)
      // Eventually: the last request of a story may still be on its way.
      await eventually(() => assert.deepEqual(unused(), []))
      assert.deepEqual(unexpected(visit.complaints, options.expected), [])
      assert.deepEqual(otherOrigins(visit.requests, own.origin), [])
    } catch (error) {
      if (error instanceof Error) error.message = `${await describePage(visit.page)}\n${error.message}`
      throw error
    } finally {
      await visit.leave()
    }
  }
  return own
}

/** The patterns of `page.route` that no request has matched: the test would hold, delay or change nothing. */
function unusedRoutes(page: Page): () => string[] {
  const unused = new Set<string>()
  const { route, unrouteAll } = page
  page.unrouteAll = (options) => {
    unused.clear()
    return unrouteAll.call(page, options)
  }
  page.route = (url, handler, options) => {
    unused.add(String(url))
    const noted: typeof handler = (...args) => {
      unused.delete(String(url))
      return handler(...args)
    }
    return route.call(page, url, noted, options)
  }
  return () => [...unused]
}

/** Builds the console once; later callers find that build. */
export async function requireBuild(): Promise<void> {
  const result = await buildConsole()
  if (result.outcome === 'failed') throw new Error(`The console could not be built: ${result.output}`)
  assert.ok(['built', 'current'].includes(result.outcome), result.outcome)
}

export async function openAs(
  browser: Browser,
  { origin, service }: Pick<ConsoleUnderTest, 'origin' | 'service'>,
  { token = service.token, theme = 'light', screen = LAPTOP, locale = 'en-GB' }: VisitOptions = {},
): Promise<Visitor> {
  const eyes = { colorScheme: theme, ...screen, locale, reducedMotion: 'reduce' as const }
  const visit = await visitor(browser, origin, eyes)
  if (token !== null) await visit.page.addInitScript(beginSession, token)
  return visit
}

/** Runs in the page: a session like one from a sign-in, in the first page of the tab only. */
function beginSession(token: string) {
  if (sessionStorage.getItem('test') !== null) return
  sessionStorage.setItem('test', 'has begun')
  sessionStorage.setItem('rolecall', JSON.stringify({ token }))
}

const unexpected = (complaints: string[], expected: RegExp[] = []) =>
  complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Asserts WCAG 2.2 AA and best practices, as far as axe can check them, in both themes. */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(
      (wanted) => getComputedStyle(document.documentElement).colorScheme.split(' ').includes(wanted),
      colorScheme,
    )
    // What loads is dimmed: a violation counts if it is still there once the page has loaded.
    if ((await violationsIn(page, colorScheme)).length === 0) continue
    await settled(page)
    assert.deepEqual(await violationsIn(page, colorScheme), [])
  }
  await page.emulateMedia({ colorScheme: null })
}

async function violationsIn(page: Page, colorScheme: string): Promise<string[]> {
  await page.evaluate(AXE)
  const { violations } = await page.evaluate(
    (rules): Promise<AxeResults> =>
      // biome-ignore lint/suspicious/noExplicitAny: axe puts itself there.
      (globalThis as any).axe.run(document, {
        runOnly: rules,
        resultTypes: ['violations'],
        // Menus and dialogs have to be outside the landmarks.
        rules: { region: { enabled: false }, 'link-in-text-block': { enabled: true } },
      }),
    RULES,
  )
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${colorScheme}: ${id} at ${target}: ${failureSummary}`),
  )
  return [...found, ...(await faultsBeyondAxe(page))]
}

/** Asserts that nothing is wider than the screen. */
export async function expectNoOverflow(page: Page): Promise<void> {
  // Charts follow the size of the screen a little later.
  await eventually(async () => {
    const excess = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    assert.ok(excess <= 0, `${excess} px too wide`)
  })
}

/** Makes the page refetch what it shows, as after a lost connection, and waits for the response that matches. */
export async function refetch(page: Page, url: RegExp): Promise<void> {
  const answered = page.waitForResponse((response) => url.test(response.url()))
  await page.evaluate(() => {
    dispatchEvent(new Event('offline'))
    dispatchEvent(new Event('online'))
  })
  await (await answered).finished()
  await settled(page)
}

/**
 * Holds what the service answers to the requests that match, until `release`.
 * @returns also how many such requests the page has sent
 */
export async function holdAnswers(page: Page, isHeld: (request: Request) => boolean) {
  const released = Promise.withResolvers<void>()
  let sent = 0
  await page.route(/\/api\//, async (route) => {
    if (!isHeld(route.request())) return route.fallback()
    sent += 1
    const response = await route.fetch()
    await released.promise
    await route.fulfill({ response })
  })
  return { sent: () => sent, release: () => released.resolve() }
}

/** Waits until a field has the value. */
export const expectValue = (field: Locator, value: string): Promise<void> =>
  eventually(async () => assert.equal(await field.inputValue(), value))

/** Saves the form. @returns the status of the response */
export async function save(page: Page): Promise<number> {
  const saved = page.waitForResponse((response) => response.request().method() !== 'GET')
  await page.getByRole('button', { name: 'Save' }).click()
  return (await saved).status()
}

/** Saves a screenshot if the variable SHOTS names a folder for it. */
export async function shoot(page: Page, name: string): Promise<void> {
  const { SHOTS: folder } = process.env
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
