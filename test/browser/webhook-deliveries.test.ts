// Engines: SQLite
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, makeActor } from '../support/actors.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { dispatch, type MadeWebhook, makeRole, makeWebhook } from '../support/webhooks.ts'

/** What became of the deliveries of a webhook, with a real receiver: tests, attempts, and sending again. */

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const row = (page: Page, name: RegExp) => page.getByRole('row', { name })

describe('The deliveries of a webhook', () => {
  const own = useConsole({ webhookNetworks: ['127.0.0.0/8'] })
  let receiver: WebhookReceiver
  let webhook: MadeWebhook
  before(async () => {
    receiver = await startWebhookReceiver()
  })
  after(() => receiver.close())
  beforeEach(async () => {
    receiver.accept()
    // Each story has a webhook of its own, and no other one is told of its events.
    const { list } = dataOf(await own.service.call('GET', '/api/webhooks'))
    for (const { id } of list.data) dataOf(await own.service.call('DELETE', `/api/webhooks/${id}`))
    webhook = await makeWebhook(own.service, {
      url: receiver.url('/hook'),
      events: ['roles.*'],
      description: 'Search index',
    })
  })

  const answer = (status: number, text = '') =>
    receiver.behave((_request, response) => {
      response.statusCode = status
      response.end(text)
    })
  const at = (tab = '') => `/webhooks/${webhook.id}${tab}`
  /** The page has asked: the service sends, as its job does a moment later. */
  const sendWhatWaits = (kind: 'test' | 'redelivery') =>
    eventually(async () => {
      const waiting = await own.service.connection.db
        .selectFrom('webhook_waiting')
        .where('webhook_id', '=', webhook.id)
        .where('kind', '=', kind)
        .select('id')
        .execute()
      assert.equal(waiting.length, 1)
    }).then(() => dispatch(own.service))
  let roles = 0
  const causeEvent = () => {
    roles += 1
    return makeRole(own.service, `Told ${roles}`)
  }

  it('have a test, whose result is shown as soon as it is there', async () => {
    await own.visit(at(), {}, async (page) => {
      await page.getByLabel('Description').waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('send test')
      await page.getByRole('option', { name: 'Send test' }).waitFor()
      await page.keyboard.press('Enter')
      const test = page.getByRole('dialog', { name: 'Test of Search index' })
      await test.getByText('The test is on its way…').waitFor()
      await expectNoViolations(page)
      await sendWhatWaits('test')
      await test.getByText('The receiver took the test.').waitFor()
      await test.getByText('Status 204').waitFor()
      await expectNoViolations(page)
      answer(503, 'Down for maintenance until noon.')
      await test.getByRole('button', { name: 'Send another' }).click()
      await sendWhatWaits('test')
      await test.getByText('The test failed.').waitFor()
      await test.getByText('Status 503').waitFor()
      await test.getByText('a status other than 2xx', { exact: false }).waitFor()
      await test.getByText('Down for maintenance until noon.').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'webhook-test')
      await test.getByRole('button', { name: 'Close' }).click()
      await page.getByText('The last attempt failed').waitFor()
    })
    assert.equal(receiver.received.at(-1)?.event.type, 'webhooks.test')
  })

  it('name what prevented a connection', async () => {
    const port = receiver.port
    dataOf(
      await own.service.call('POST', `/api/webhooks/id/${webhook.id}/update`, {
        json: { url: `https://127.0.0.1:${port}/` },
      }),
    )
    await own.visit(at(), {}, async (page) => {
      await button(page, 'Send test').click()
      await sendWhatWaits('test')
      const test = page.getByRole('dialog', { name: 'Test of Search index' })
      await test.getByText('The test failed.').waitFor()
      await test.getByText(/^(No secure connection|No connection): /).waitFor()
    })
  })

  it('have a refusal of a test in its dialog: it was switched off meanwhile', async () => {
    await own.visit(at(), { expected: [/status of 409/] }, async (page) => {
      await button(page, 'Send test').waitFor()
      const json = { is_active: false }
      dataOf(await own.service.call('POST', `/api/webhooks/id/${webhook.id}/update`, { json }))
      await button(page, 'Send test').click()
      const test = page.getByRole('dialog', { name: 'Test of Search index' })
      await test.getByText('The webhook is inactive; activate it first.').waitFor()
      await expectNoViolations(page)
      await page.keyboard.press('Escape')
      await page.getByText('It was switched off by hand', { exact: false }).waitFor()
    })
  })

  it('are listed with result, status, duration, attempt and next attempt, by their state', async () => {
    await own.visit(at('/deliveries'), {}, async (page) => {
      await page.getByText('Nothing sent yet').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'webhook-deliveries-none')
    })
    await causeEvent()
    await dispatch(own.service)
    answer(500, 'Cannot connect to the database.')
    await causeEvent()
    await dispatch(own.service)
    await own.visit(at('/deliveries'), {}, async (page) => {
      await row(page, /roles\.create Delivered Status 204 \d+ ms 1 .* –/).waitFor()
      await row(page, /roles\.create Retrying Status 500 \d+ ms 1 /).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'webhook-deliveries')
      // The time of the next attempt has come: an attempt that is over announces none.
      await own.service.connection.db
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at: '2026-01-01T00:00:00.000Z' })
        .where('outcome', '=', 'retrying')
        .execute()
      await page.reload()
      await row(page, /roles\.create Retrying Status 500 \d+ ms 1 .* –/).waitFor()
      await page.getByRole('tab', { name: 'Retrying' }).click()
      await page.waitForURL(/outcome=retrying/)
      await row(page, /Delivered/).waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: 'Failed' }).click()
      await page.getByText('No results').waitFor()
      await button(page, 'Clear search and filters').click()
      await row(page, /Delivered/).waitFor()
      await row(page, /Retrying/)
        .getByRole('button', { name: /^Details of attempt/ })
        .click()
      const details = page.getByRole('dialog', { name: 'Attempt to send roles.create' })
      await details.getByText('Cannot connect to the database.').waitFor()
      await details.getByText('ID of the event (webhook-id)').waitFor()
      await details.getByText(receiver.received.at(-1)?.event.id as string).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'webhook-delivery')
      await details.getByRole('button', { name: 'Close' }).click()
      await page.setViewportSize(PHONE)
      await page.getByRole('list', { name: 'Deliveries' }).waitFor()
      await expectNoOverflow(page)
      await shoot(page, 'webhook-deliveries-phone')
    })
  })

  it('are sent again by a button, and the result appears in the list', async () => {
    answer(500)
    await causeEvent()
    await dispatch(own.service)
    receiver.accept()
    const [failed] = receiver.received.slice(-1)
    await own.visit(at('/deliveries'), {}, async (page) => {
      await button(page, /^Send again: roles\.create/).click()
      await page.getByText('The event is sent again.', { exact: false }).waitFor()
      await sendWhatWaits('redelivery')
      await row(page, /roles\.create Sent again Delivered Status 204/).waitFor()
      await page.getByText('The last attempt failed').waitFor({ state: 'detached' })
      await page.getByText('Active', { exact: true }).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'webhook-redelivered')
    })
    assert.equal(receiver.received.at(-1)?.event.id, failed?.event.id)
  })

  it('are not sent again while the webhook is off', async () => {
    await causeEvent()
    await dispatch(own.service)
    const json = { is_active: false }
    dataOf(await own.service.call('POST', `/api/webhooks/id/${webhook.id}/update`, { json }))
    await own.visit(at('/deliveries'), {}, async (page) => {
      const again = button(page, /^Send again: roles\.create/)
      await again.waitFor()
      assert.equal(await again.getAttribute('aria-disabled'), 'true')
      assert.equal(await again.evaluate((element) => getComputedStyle(element).cursor), 'not-allowed')
      await page.getByText('The webhook is off. Switch it on first.').first().waitFor({ state: 'attached' })
      await expectNoViolations(page)
    })
  })

  it('hide the text of answers from all but super administrators, and say so', async () => {
    answer(500, 'A secret of the receiver')
    await causeEvent()
    await dispatch(own.service)
    const { token } = await makeActor(own.service, ['can-manage-webhooks', 'can-read-audit'])
    await own.visit(at('/deliveries'), { token }, async (page) => {
      await button(page, /^Details of attempt/).click()
      const details = page.getByRole('dialog', { name: 'Attempt to send roles.create' })
      await details.getByText('Only super administrators see the text of answers.').waitFor()
      assert.equal(await page.getByText('A secret of the receiver').count(), 0)
    })
  })

  it('that cannot be read say so in place, and are read again', async () => {
    await causeEvent()
    await dispatch(own.service)
    await own.visit(at(), { expected: [/status of 503/] }, async (page) => {
      const busy = { status: 503, headers: { 'retry-after': '600' } }
      const json = { status: 'failed', success: false, errors: ['The service is busy.'], code: 'busy' }
      await button(page, 'Save').waitFor()
      await page.route('**/deliveries?*', (route) => route.fulfill({ ...busy, json }))
      await page.getByRole('link', { name: 'Deliveries' }).click()
      await page.getByRole('alert').getByText('The service is busy.').first().waitFor()
      await page.unrouteAll()
      await button(page, 'Try again').first().click()
      await row(page, /roles\.create Delivered/).waitFor()
    })
  })

  it('are in French on a phone, in the dark', async () => {
    answer(500, 'Non.')
    await causeEvent()
    await dispatch(own.service)
    const visit = { locale: 'fr-FR', screen: PHONE, theme: 'dark' } as const
    await own.visit(at('/deliveries'), visit, async (page) => {
      await page.getByRole('list', { name: 'Envois' }).waitFor()
      await page.getByText('Prochaine tentative', { exact: false }).waitFor()
      await expectNoOverflow(page)
      await shoot(page, 'webhook-deliveries-phone-french')
      await button(page, /^Détails de la tentative/).click()
      await page.getByRole('dialog', { name: 'Envoi de roles.create' }).waitFor()
      await expectNoOverflow(page)
      await expectNoViolations(page)
      await shoot(page, 'webhook-delivery-phone-french')
    })
  })
})
