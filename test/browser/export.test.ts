// Engines: SQLite
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { before, describe, it } from 'node:test'
import { makeUser } from '../support/actors.ts'
import { useConsole } from '../support/console.ts'
import { insertUsers } from '../support/many-users.ts'

/** More than two parts of an export; one user in fifty is in the trash. */
const MANY = 2500
const FORMULAS = ['=1+2', '\u3164=1', '\u2800@x', '\u034f+1', '\u200b-1', '\ufe0f＝1', "'=1"]
/** Includes the administrator. */
const LISTED = MANY - MANY / 50 + FORMULAS.length + 1

describe('An export of users', () => {
  const own = useConsole()
  before(async () => {
    await insertUsers(own.service, MANY)
    for (const text of FORMULAS) await makeUser(own.service, { first_name: text, last_name: 'guarded' })
  })

  it('can be stopped half-way without a file or further requests, and started again', async () => {
    await own.visit('/users', {}, async (page, { requests }) => {
      const isPart = (url: URL) => url.searchParams.get('per_page') === '1000'
      const parts = () => requests.filter((url) => isPart(new URL(url))).length
      const files: string[] = []
      page.on('download', (download) => files.push(download.suggestedFilename()))
      // The second part never arrives.
      let isUnderway = false
      const hold = Promise.withResolvers<void>()
      await page.route(isPart, async (route) => {
        if (isUnderway) return hold.resolve()
        isUnderway = true
        await route.continue()
      })
      await page.getByRole('button', { name: 'Export CSV' }).click()
      await hold.promise
      const failed = page.waitForEvent('requestfailed', (request) => isPart(new URL(request.url())))
      await page.getByRole('button', { name: `Stop (1,000 of ${LISTED.toLocaleString('en')})` }).click()
      await failed
      await page.getByRole('button', { name: 'Export CSV' }).waitFor()
      assert.deepEqual([parts(), files], [2, []])
      assert.equal(await page.getByRole('alert').count(), 0)

      await page.unroute(isPart)
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export CSV' }).click()
      const text = String(await buffer(await (await download).createReadStream()))
      assert.equal(text.trim().split('\n').length, 1 + LISTED)
      assert.deepEqual([parts(), files.length], [5, 1])
    })
  })

  it('escapes formulas in cells, also after invisible characters', async () => {
    await own.visit('/users?filter={"q":"guarded"}', {}, async (page) => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export CSV' }).click()
      const text = String(await buffer(await (await download).createReadStream()))
      assert.deepEqual(
        FORMULAS.filter((formula) => !text.includes(`'${formula} guarded`)),
        [],
        text,
      )
    })
  })
})
