// Engines: SQLite
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { type Kysely, sql } from 'kysely'
import type { Download, Page } from 'playwright-core'
import { createNumbering } from '../../server/audit/numbers.ts'
import { sealingJobs } from '../../server/audit/sealer.ts'
import { makeSealingKey, readSealingKey } from '../../server/audit/sealing-key.ts'
import { readNumbered } from '../../server/db/queries/numbered-entries.ts'
import type { Database } from '../../server/db/tables.ts'
import { systemContext } from '../../server/prepare.ts'
import { dataOf, giveRole, makeActor, makeRole, makeUser, type Person } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import {
  expectNoOverflow,
  expectNoViolations,
  expectValue,
  LAPTOP,
  PHONE,
  shoot,
  useConsole,
} from '../support/console.ts'
import { eventually } from '../support/eventually.ts'

/** Attempts that were refused have no name. */
const ofAda = /Ada|User no\. /

const LONG = Array.from({ length: 40 }, (_, line) => `Line ${line} of what she wrote.`).join('\n')

describe('The audit trail', () => {
  const own = useConsole()
  let ada: Person
  let clerk: Person

  const call = async (method: string, path: string, json?: object, headers?: Record<string, string>) =>
    dataOf(await own.service.call(method, path, { ...(json && { json }), ...(headers && { headers }) }))
  const entries = async (query: Record<string, string>) =>
    (await own.service.call('GET', '/api/audit', { query })).body.data.list.data

  before(async () => {
    ada = await makeUser(own.service, { first_name: 'Ada', last_name: 'Lovelace' })
    clerk = await makeActor(own.service, ['can-read-users'], { first_name: 'Clerk' })
    const role = await makeRole(own.service, [], { name: 'Librarian' })
    await giveRole(own.service, ada, { id: role.slug, expires_at: '2031-01-31T22:59:59.999Z' })
    await call(
      'POST',
      `/api/users/id/${ada.id}/update`,
      { title: 'Countess', bio: LONG, password: 'quite an unusual phrase' },
      { 'x-reason': encodeURIComponent('She asked for it – by phone') },
    )
    await call('POST', `/api/roles/id/${role.id}/delete`)
    await own.service.call('POST', `/api/users/id/${ada.id}/update`, {
      json: { title: 'Duchess' },
      token: clerk.token,
    })
    await own.service.runJob('record-refusals')
  })

  const table = (page: Page) => page.getByRole('table', { name: 'Audit trail' })
  const rowsOf = (page: Page) => table(page).locator('tbody tr')
  const rowOf = (page: Page, text: string) => rowsOf(page).filter({ hasText: text })
  const dialogOf = (page: Page) => page.getByRole('dialog')

  const choose = async (page: Page, label: string, option: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  it('tells in an entry who changed what, from what to what, and why', async () => {
    await own.visit('/audit', {}, async (page) => {
      await rowOf(page, 'User changed').getByText('She asked').waitFor()
      await page.getByText('Refused: User changed').waitFor()
      await settled(page)
      await shoot(page, 'audit')
      await expectNoViolations(page)
      await rowOf(page, 'User changed').getByText('She asked').click()
      const entry = page.getByRole('dialog', { name: 'User changed' })
      await entry.getByText('Countess').waitFor()
      assert.match(page.url(), /entry=\d+/)
      await entry.getByText('She asked for it – by phone').waitFor()
      await entry.getByText('Changed. The value of a secret is not kept.').waitFor()
      await entry.getByRole('link', { name: 'Ada Lovelace', exact: true }).waitFor()
      await entry.getByText(/No\. \d+ · Not sealed/).waitFor()
      // Of what she wrote, the beginning only.
      const bio = entry.getByText('Line 39 of what')
      const height = async () => (await bio.boundingBox())?.height ?? 0
      const short = await height()
      await entry.getByRole('button', { name: 'Show all of About, After' }).click()
      await eventually(async () => (await height()) > short * 2)
      await entry.getByRole('button', { name: 'Show less of About, After' }).click()
      await settled(page)
      await shoot(page, 'audit-entry')
      await expectNoViolations(page)
      await page.keyboard.press('Escape')
      await dialogOf(page).waitFor({ state: 'detached' })
      assert.doesNotMatch(page.url(), /entry=/)
    })
  })

  it('opens an entry by its address and by the keyboard, also one that is on another page of the list', async () => {
    const [entry] = await entries({
      action: 'users.create',
      subject_id: String(ada.id),
      subject_type: 'users',
    })
    await own.visit(`/audit?action=roles.*&entry=${entry.id}`, {}, async (page) => {
      await page.getByRole('dialog', { name: 'User created' }).getByText('Lovelace').first().waitFor()
      await page.getByRole('button', { name: 'Close this entry' }).click()
      await dialogOf(page).waitFor({ state: 'detached' })
      const link = table(page).getByRole('link').first()
      await link.focus()
      await page.keyboard.press('Enter')
      await dialogOf(page).waitFor()
      await page.goBack()
      await dialogOf(page).waitFor({ state: 'detached' })
    })
    await own.visit('/audit?entry=99999999', {}, async (page) => {
      await page.getByText('This entry isn’t here').waitFor()
    })
  })

  it('links to records that still exist, and to all entries of the same change', async () => {
    const { item } = await call('POST', '/api/roles/create', { name: 'Passing' })
    await call('DELETE', `/api/roles/${item.id}`)
    const term = await call('POST', '/api/taxonomy-types/create', { name: 'Skill' })
    const types = await entries({ action: 'taxonomy-types.create' })
    await own.visit('/audit?action=roles.create', {}, async (page) => {
      await rowOf(page, 'Passing').click()
      await dialogOf(page).getByText('Deleted permanently').waitFor()
      assert.equal(await dialogOf(page).getByRole('link', { name: 'Passing', exact: true }).count(), 0)
      await page.keyboard.press('Escape')
      await rowOf(page, 'Librarian').click()
      await dialogOf(page).getByText('In trash').waitFor()
      const librarian = dialogOf(page).getByRole('link', { name: 'Librarian', exact: true })
      assert.match((await librarian.getAttribute('href')) ?? '', /\/trash\/roles$/)
    })
    await own.visit(`/audit?entry=${types[0].id}`, {}, async (page) => {
      await dialogOf(page).getByRole('link', { name: 'Skill', exact: true }).click()
      await page.waitForURL(new RegExp(`taxonomies\\?type=${term.item.slug}`))
    })
    // A transaction with more entries: a user is assigned two roles.
    const [one, other] = [await makeRole(own.service), await makeRole(own.service)]
    await call('POST', `/api/users/${clerk.id}/relationships/roles`, [one.slug, other.slug])
    await own.visit('/audit?action=users.roles.add', {}, async (page) => {
      await rowsOf(page).first().click()
      await dialogOf(page).getByRole('link', { name: 'All entries of this change' }).click()
      await page.getByText('Only the entries of one change').waitFor()
      await eventually(async () => assert.equal(await rowsOf(page).count(), 2))
      await page
        .getByRole('button', { name: 'Clear' })
        .or(page.locator('.MuiChip-deleteIcon'))
        .first()
        .click()
      await eventually(async () => (await rowsOf(page).count()) > 2)
    })
  })

  it('is limited by action, record, actor, outcome and days, which are in the address', async () => {
    await own.visit('/audit', {}, async (page) => {
      await page.getByRole('combobox', { name: 'What happened' }).fill('failed')
      await page.getByRole('option', { name: 'Sign-in failed' }).click()
      await page.waitForURL(/action=signin\.failed/)
      await page.getByText('No results').waitFor()
      await page.getByRole('button', { name: 'Clear search and filters' }).click()
      await rowsOf(page).nth(5).waitFor()

      await choose(page, 'Outcome', 'Refused')
      await page.waitForURL(/outcome=refused/)
      await eventually(async () => assert.equal(await rowsOf(page).count(), 1))
      await choose(page, 'Outcome', 'All')
      await rowsOf(page).nth(5).waitFor()

      await choose(page, 'Kind', 'User')
      await page.waitForURL(/kind=users/)
      await page.getByRole('combobox', { name: 'Record', exact: true }).fill('lovelace')
      await page.getByRole('option', { name: /Ada Lovelace/ }).click()
      await page.waitForURL(new RegExp(`record=${ada.id}`))
      await eventually(async () => assert.equal(await rowsOf(page).filter({ hasNotText: ofAda }).count(), 0))
      await page.getByRole('combobox', { name: 'By', exact: true }).fill('clerk')
      await page.getByRole('option', { name: /Clerk/ }).click()
      await page.waitForURL(new RegExp(`actor=${clerk.id}`))
      await eventually(async () => assert.equal(await rowsOf(page).count(), 1))
      await page.reload()
      await expectValue(page.getByRole('combobox', { name: 'Record', exact: true }), 'Ada Lovelace')
      await expectValue(page.getByRole('combobox', { name: 'By', exact: true }), 'Clerk')
      await settled(page)
      await shoot(page, 'audit-filtered')
      await expectNoViolations(page)
    })
    // Who was given a role is not about the role, but in its history.
    const role = await makeRole(own.service, [], { name: 'Porter' })
    await own.visit(`/audit?kind=roles&record=${role.id}`, {}, async (page) => {
      const history = page.getByRole('link', { name: 'Show its history' })
      await history.waitFor()
      assert.match((await history.getAttribute('href')) ?? '', new RegExp(`/roles/${role.id}/history$`))
      await settled(page)
      await expectNoViolations(page)
    })
  })

  it('searches records, and says what a search finds', async () => {
    await own.visit('/audit', {}, async (page) => {
      await page.getByRole('searchbox', { name: 'Search by name' }).fill('lovelace')
      await page.waitForURL(/q=lovelace/)
      await page.getByText('Finds users, roles, terms and others').waitFor()
      await eventually(async () => assert.equal(await rowsOf(page).filter({ hasNotText: ofAda }).count(), 0))
      assert.ok((await rowsOf(page).count()) >= 3)
    })
  })

  it('is limited to a day of the reader’s time zone from the bars of the overview', async () => {
    await own.visit('/', {}, async (page) => {
      const chart = page.getByRole('img', { name: /^Sign-ins per day/ })
      await chart.focus()
      await page.keyboard.press('ArrowLeft')
      await page.getByText('What happened on this day?').waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/audit\?/)
      const { searchParams } = new URL(page.url())
      const [from, to] = ['from', 'to'].map((name) => searchParams.get(name) as string)
      // Midnight of the browser, wherever it is.
      const isMidnight = await page.evaluate(
        (moments) => moments.every((at) => new Date(at as string).getHours() === 0),
        [from, to],
      )
      assert.ok(isMidnight, `${from} ${to}`)
      const day = await page.evaluate((at) => new Date(at as string).toLocaleDateString('sv'), from)
      await expectValue(page.getByLabel('From'), day)
      await expectValue(page.getByLabel('To', { exact: true }), day)
    })
  })

  it('says that nobody seals it, and how to', async () => {
    await own.visit('/audit', {}, async (page) => {
      const seal = page.getByRole('region', { name: 'Seal' })
      await seal.getByText('Not sealed: anyone who can write').waitFor()
      await seal.getByRole('button', { name: 'How to seal it' }).click()
      await seal.getByText('AUDIT_KEY_FILE=').waitFor()
      await seal.getByText('npx rolecall audit verify').waitFor()
      await settled(page)
      await shoot(page, 'audit-seal-off')
      await expectNoViolations(page)
    })
  })

  const textOf = async (download: Promise<Download>) =>
    String(await buffer(await (await download).createReadStream()))

  const exported = async (page: Page, item: string) => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    return textOf(download)
  }

  it('exports all entries, or those that match the filters', async () => {
    const count = async () => (await readNumbered(own.service.connection.db as never, 0, 1000)).length
    await own.visit('/audit', {}, async (page) => {
      const lines = (await exported(page, 'All entries as JSON lines')).trim().split('\n')
      assert.equal(lines.length, await count())
      assert.deepEqual(
        lines.map((line) => JSON.parse(line).number),
        lines.map((_, index) => index + 1),
      )
      const csv = await exported(page, 'All entries as CSV')
      assert.match(csv, /^\uFEFFnumber,id,/)
      assert.ok(csv.includes('Line 39 of what she wrote.'))
    })
    await own.visit('/audit?action=users.update&outcome=done', {}, async (page) => {
      await rowsOf(page).first().waitFor()
      const lines = (await exported(page, 'Matching entries as JSON lines')).trim().split('\n')
      assert.deepEqual(
        lines.map((line) => JSON.parse(line).action),
        ['users.update'],
      )
      assert.match(await exported(page, 'Matching entries as CSV'), /^\uFEFFid,uuid,at,action/)
    })
  })

  it('goes on with an export that is cut off', async () => {
    await own.visit('/audit', { expected: [/ERR_/] }, async (page) => {
      await rowsOf(page).first().waitFor()
      const headers = { authorization: `Bearer ${own.service.token}` }
      const whole = await (await fetch(`${own.origin}/api/audit/export?format=csv`, { headers })).text()
      // The first answer ends in the middle of a cell with several lines.
      const cut = whole.slice(0, whole.indexOf('Line 20 of'))
      let asked = 0
      await page.route(/audit\/export/, async (route) => {
        asked += 1
        if (asked === 1) return route.fulfill({ status: 200, contentType: 'text/csv', body: cut })
        return route.continue()
      })
      const text = await exported(page, 'All entries as CSV')
      assert.equal(asked, 2)
      assert.equal(text, `\uFEFF${whole}`)
    })
  })

  it('shows a failed load in place, and loads on demand', async () => {
    await own.visit('/audit', { expected: [/status of 503/] }, async (page) => {
      await rowsOf(page).first().waitFor()
      await page.route(/api\/audit\?/, (route) =>
        route.fulfill({ status: 503, json: { success: false, code: 'busy', errors: ['Busy.'] } }),
      )
      await choose(page, 'Outcome', 'Done')
      await page.getByRole('alert').getByText('Busy.').waitFor()
      await page.unroute(/api\/audit\?/)
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('alert').waitFor({ state: 'detached' })
      await rowsOf(page).first().waitFor()
    })
  })

  it('is hidden from those who may not read it', async () => {
    await own.visit('/users', { token: clerk.token }, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Audit trail' }).count(), 0)
      await page.goto('/audit')
      await page.getByText('You don’t have access to the audit trail').waitFor()
      await expectNoViolations(page)
    })
  })

  it('fits a phone, in French and in dark', async () => {
    await own.visit('/audit', { screen: PHONE, locale: 'fr-FR', theme: 'dark' }, async (page) => {
      const list = page.getByRole('list', { name: 'Journal d’audit' })
      await list.getByRole('link').first().waitFor()
      await settled(page)
      await expectNoOverflow(page)
      await shoot(page, 'audit-phone-fr')
      await list.getByText('Utilisateur modifié').last().click()
      await page.getByRole('dialog').getByText('Avant').first().waitFor({ state: 'attached' })
      await expectNoOverflow(page)
      await settled(page)
      await shoot(page, 'audit-entry-phone-fr')
      await expectNoViolations(page)
    })
    await own.visit('/audit?seal=open', { screen: LAPTOP, locale: 'fr-FR' }, async (page) => {
      await page.getByText('npx rolecall audit verify').waitFor()
      await settled(page)
      await shoot(page, 'audit-fr')
    })
  })
})

describe('The audit trail, sealed,', () => {
  const own = useConsole()
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-audit-page-'))
  after(() => rmSync(folder, { recursive: true }))

  /** As the service does it by itself with a key. */
  async function seal() {
    const { connection, clock } = own.service
    const ctx = { ...systemContext(connection), now: clock.now }
    await createNumbering(ctx).run()
    const jobs = sealingJobs(ctx, {
      key: readSealingKey(makeSealingKey('accounts.example.com/audit').file),
      shipping: { file: join(folder, 'checkpoints') },
      flushed: connection.flushed,
    })
    for (const { run } of jobs) await run(new AbortController().signal)
  }

  const newest = async () =>
    dataOf(await own.service.call('GET', '/api/audit', { query: { per_page: '1' } })).list.data[0].id

  it('says how far it is, and of each entry whether it is sealed', async () => {
    await makeUser(own.service, { first_name: 'Ada' })
    await seal()
    const sealed = await newest()
    await makeUser(own.service, { first_name: 'Grace' })
    await own.visit(`/audit?seal=open&entry=${sealed}`, {}, async (page) => {
      await page
        .getByRole('dialog')
        .getByText(/No\. \d+ · Sealed/)
        .waitFor()
      await page.keyboard.press('Escape')
      const seal = page.getByRole('region', { name: 'Seal' })
      await seal
        .getByText(/^Sealed: \d+ entries\. 1 is waiting\. Last checkpoint: now, kept elsewhere\.$/)
        .waitFor()
      await seal.getByText('accounts.example.com/audit').waitFor()
      await seal.getByText('Yes, at AUDIT_CHECKPOINTS').waitFor()
      await settled(page)
      await shoot(page, 'audit-seal-on')
      await expectNoViolations(page)
      await page.getByRole('table', { name: 'Audit trail' }).getByRole('link').first().click()
      await page
        .getByRole('dialog')
        .getByText(/No\. \d+ · Not sealed yet/)
        .waitFor()
    })
  })

  it('warns if an entry waits for minutes', async () => {
    await makeUser(own.service, { first_name: 'Edsger' })
    const db = own.service.connection.db as Kysely<Database>
    const at = new Date(Date.now() - 10 * 60_000).toISOString()
    await db.updateTable('audit_entries').set({ at, numbered_at: at }).execute()
    await own.visit('/audit', {}, async (page) => {
      await page
        .getByRole('region', { name: 'Seal' })
        .getByText(/^Sealing has stopped\. Sealed: \d+ entries\. \d+ (is|are) waiting\./)
        .waitFor()
    })
  })
})

describe('The audit trail with more than 10,000 entries', () => {
  const own = useConsole()
  const MANY = 10_040

  it('goes on beyond them, and back', async () => {
    await makeUser(own.service, { first_name: 'Oldest' })
    const db = own.service.connection.db as Kysely<Database>
    const columns = Object.keys(
      await db.selectFrom('audit_entries').selectAll().limit(1).executeTakeFirstOrThrow(),
    )
      .filter((name) => name !== 'id' && name !== 'uuid')
      .map((name) => sql.ref(name))
    await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
      insert into audit_entries (uuid, ${sql.join(columns)})
      select printf('01a215f8-95c7-7000-8000-%012x', n), ${sql.join(columns)} from numbers,
        (select * from audit_entries order by id desc limit 1)`.execute(db)
    const ids = await db
      .selectFrom('audit_entries')
      .select('id')
      .orderBy('id', 'desc')
      .offset(9_999)
      .limit(1)
      .execute()
    const last = ids[0]?.id as number
    await own.visit('/audit', {}, async (page) => {
      await page.getByText('Only the first 10,000 entries have pages.').waitFor()
      await page.getByRole('button', { name: 'Go on with older entries' }).click()
      await page.waitForURL(new RegExp(`before=${last}$`))
      await page.getByText(`Entries before no. ${last.toLocaleString('en')}.`).waitFor()
      await eventually(async () => {
        const first = await page.getByRole('table').getByRole('link').first().getAttribute('href')
        assert.match(first ?? '', new RegExp(`entry=${last - 1}$`))
      })
      await settled(page)
      await expectNoViolations(page)
      await page.getByRole('button', { name: 'Back to the newest' }).click()
      await page.getByText('Only the first 10,000 entries have pages.').waitFor()
    })
  })
})
