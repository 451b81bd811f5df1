// Engines: SQLite
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { SUGGESTIONS } from '../../console/src/webhooks/events.ts'
import { ACTION_PREFIXES } from '../../contract/audit.ts'
import { dataOf, makeActor, makeUser } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import {
  expectNoOverflow,
  expectNoViolations,
  expectValue,
  PHONE,
  save,
  shoot,
  useConsole,
} from '../support/console.ts'
import { eventually } from '../support/eventually.ts'
import { startWebhookReceiver, verify, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { dispatch, type MadeWebhook, makeRole, makeWebhook, renameRole } from '../support/webhooks.ts'

/** The pages of webhooks, with a real receiver. */

const DAY_MS = 86_400_000

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const chips = (page: Page) => page.getByRole('main').locator('.MuiChip-label').allTextContents()

describe('The pages of webhooks', () => {
  const own = useConsole({ webhookNetworks: ['127.0.0.0/8'] })
  let receiver: WebhookReceiver
  before(async () => {
    receiver = await startWebhookReceiver()
  })
  after(() => receiver.close())
  beforeEach(async () => {
    receiver.accept()
    receiver.received.length = 0
    // Each story begins with none.
    const { list } = dataOf(await own.service.call('GET', '/api/webhooks?per_page=1000&trashed=true'))
    for (const { id } of list.data) dataOf(await own.service.call('DELETE', `/api/webhooks/${id}`))
  })

  const make = (fields: object = {}) =>
    makeWebhook(own.service, {
      url: receiver.url('/hook'),
      events: ['roles.*'],
      description: 'Search index',
      ...fields,
    })
  const read = async ({ id }: MadeWebhook) => dataOf(await own.service.call('GET', `/api/webhooks/id/${id}`))
  const secretShown = async (page: Page) => {
    const shown = dialog(page, 'Secret of the webhook')
    await shown.getByText('it is shown only this once', { exact: false }).waitFor()
    const secret = await shown.getByLabel('Secret', { exact: true }).inputValue()
    assert.match(secret, /^whsec_/)
    return { shown, secret }
  }

  it('create one from suggested and typed events, and show its secret once', async () => {
    await own.visit('/webhooks', {}, async (page) => {
      await page.getByText('No webhooks yet').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'webhooks-none')
      await page.keyboard.press('Control+k')
      await page.keyboard.type('new webhook')
      await page.getByRole('option', { name: 'New webhook' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'New webhook' }).waitFor()
      await page.getByLabel('Address').fill(receiver.url('/hook'))
      const events = page.getByRole('combobox', { name: 'Events' })
      await events.fill('a role assigned')
      await expectNoViolations(page)
      await shoot(page, 'webhook-events')
      await page.getByRole('option', { name: /^users\.roles\.\*/ }).click()
      await events.fill('roles.update, roles.permissions.* ')
      // What is typed counts when the field is left.
      await events.fill('signin')
      await page.getByLabel('Description').fill('Search index')
      await eventually(async () =>
        assert.deepEqual(await chips(page), [
          'users.roles.*',
          'roles.update',
          'roles.permissions.*',
          'signin',
        ]),
      )
      await expectNoViolations(page)
      await shoot(page, 'webhook-create')
      await button(page, 'Create webhook').click()
      const { shown, secret } = await secretShown(page)
      await expectNoViolations(page)
      await shoot(page, 'webhook-secret')
      // Only the button closes it.
      await page.keyboard.press('Escape')
      await shown.getByRole('button', { name: 'I have copied it' }).click()
      await page.getByRole('heading', { level: 1, name: 'Search index' }).waitFor()
      const { list } = dataOf(await own.service.call('GET', '/api/webhooks'))
      assert.equal(list.total, 1)
      const [made] = list.data
      assert.deepEqual(
        [made.url, made.events, made.description],
        [
          receiver.url('/hook'),
          ['users.roles.*', 'roles.update', 'roles.permissions.*', 'signin'],
          'Search index',
        ],
      )
      assert.equal((await page.content()).includes(secret), false)
      const role = await makeRole(own.service, 'Watched')
      await renameRole(own.service, role, 'Changed')
      await dispatch(own.service)
      assert.deepEqual(
        receiver.received.map(({ event }) => event.type),
        ['roles.update'],
      )
      for (const one of receiver.received) assert.doesNotThrow(() => verify(secret, one))
    })
  })

  it('show a refusal at its field, and what the pattern may have meant', async () => {
    await own.visit('/webhooks/create', { expected: [/status of 422/] }, async (page) => {
      await page.getByLabel('Address').fill('ftp://example.com')
      await button(page, 'Create webhook').click()
      await page.getByText('Choose at least one event.').waitFor()
      await page.getByRole('combobox', { name: 'Events' }).fill('user.*')
      await page.keyboard.press('Enter')
      await button(page, 'Create webhook').click()
      await page.getByText('Did you mean users.*?', { exact: false }).waitFor()
      await page.getByText('Address must be an http or https URL', { exact: false }).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'webhook-refused')
    })
  })

  it('offer events of all kinds, each of which the service knows', async () => {
    const patterns = SUGGESTIONS.map(({ pattern }) => pattern)
    assert.deepEqual(
      new Set(patterns.map((pattern) => pattern.split('.')[0])),
      new Set(['*', ...ACTION_PREFIXES]),
    )
    for (let from = 0; from < patterns.length; from += 50)
      await make({ events: patterns.slice(from, from + 50) })
  })

  it('list each with its state and its last success', async () => {
    const [good, bad, gone] = [
      await make({ description: 'Good' }),
      await make({ description: 'Bad', url: receiver.url('/bad') }),
      await make({ description: 'Gone', url: receiver.url('/gone') }),
    ]
    await make({ description: 'Silent', events: ['signout'] })
    const off = await make({ description: null, events: ['*', 'users.*', 'roles.*', 'import', 'signin'] })
    dataOf(
      await own.service.call('POST', `/api/webhooks/id/${off.id}/update`, { json: { is_active: false } }),
    )
    receiver.behave((_request, response, { path }) => {
      response.statusCode = path === '/bad' ? 500 : path === '/gone' ? 410 : 204
      response.end()
    })
    await makeRole(own.service, 'Seen')
    await dispatch(own.service)
    assert.equal((await read(gone)).switched_off_because, 'gone')
    await own.visit('/webhooks', {}, async (page) => {
      const row = (name: RegExp) => page.getByRole('row', { name })
      await row(/Good.*Active.*(now|ago)/).waitFor()
      await row(/Bad.*Failing.*Status 500.*none in 30 days/).waitFor()
      await row(/Gone.*Switched off.*The receiver is gone \(410\)/).waitFor()
      await row(/Silent.*Active.*nothing sent in 30 days/).waitFor()
      await row(/127\.0\.0\.1.*and 2 more.*Inactive/).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'webhooks')
      await page.setViewportSize(PHONE)
      await page.getByRole('list', { name: 'Webhooks' }).waitFor()
      await expectNoOverflow(page)
      await shoot(page, 'webhooks-phone')
      await page.getByText('Good', { exact: true }).click()
      await page.waitForURL(`**/webhooks/${good.id}`)
      await page.goto(`/webhooks/${bad.id}`)
      await page.getByText('The last attempt failed').waitFor()
      await page.getByText('a status other than 2xx', { exact: false }).waitFor()
      await expectNoViolations(page)
      await expectNoOverflow(page)
      await shoot(page, 'webhook-failing-phone')
    })
  })

  it('keep the list when the health of its webhooks cannot be read, and try again in place', async () => {
    await make()
    await own.visit('/', { expected: [/status of 503/] }, async (page) => {
      const busy = { status: 503, headers: { 'retry-after': '600' } }
      const json = { status: 'failed', success: false, errors: ['The service is busy.'], code: 'busy' }
      await page.route('**/deliveries?*', (route) => route.fulfill({ ...busy, json }))
      await page.getByRole('link', { name: 'Webhooks' }).click()
      await page.getByRole('link', { name: 'Search index' }).waitFor()
      await page.getByRole('alert').getByText('The service is busy.').waitFor()
      await page.unrouteAll()
      await button(page, 'Try again').click()
      await page.getByText('nothing sent in 30 days').waitFor()
    })
  })

  it('edit one; a version that somebody else has changed is not overwritten', async () => {
    const webhook = await make()
    await own.visit(`/webhooks/${webhook.id}`, { expected: [/status of 412/] }, async (page) => {
      const description = page.getByLabel('Description')
      await expectValue(description, 'Search index')
      await page.getByRole('combobox', { name: 'Events' }).fill('users.* ')
      await description.fill('Index of people')
      assert.equal(await save(page), 200)
      await page.getByRole('heading', { level: 1, name: 'Index of people' }).waitFor()
      const { events, description: stored } = await read(webhook)
      assert.deepEqual([events, stored], [['roles.*', 'users.*'], 'Index of people'])
      await description.fill('Mine')
      dataOf(
        await own.service.call('POST', `/api/webhooks/id/${webhook.id}/update`, {
          json: { description: 'Theirs' },
        }),
      )
      assert.equal(await save(page), 412)
      await button(page, 'Reload').click()
      await page.getByRole('heading', { level: 1, name: 'Theirs' }).waitFor()
    })
  })

  it('switch one off after a question, and on again', async () => {
    const webhook = await make()
    await own.visit(`/webhooks/${webhook.id}`, {}, async (page) => {
      await button(page, 'Switch off').click()
      const asked = dialog(page, 'Switch Search index off?')
      await expectNoViolations(page)
      await asked.getByRole('button', { name: 'Switch off' }).click()
      await page.getByText('It was switched off by hand', { exact: false }).waitFor()
      assert.equal((await read(webhook)).is_active, false)
      const test = button(page, 'Send test')
      assert.equal(await test.getAttribute('aria-disabled'), 'true')
      await expectNoViolations(page)
      await shoot(page, 'webhook-off')
      await button(page, 'Switch on').click()
      await page.getByText('Search index is on. It gets new events from now on.').waitFor()
      assert.equal((await read(webhook)).is_active, true)
    })
  })

  it('rotate the secret: both sign until the former one ends, and the page says until when', async () => {
    const webhook = await make()
    await own.visit(`/webhooks/${webhook.id}`, {}, async (page) => {
      await button(page, 'Rotate secret').click()
      const asked = dialog(page, 'Replace the secret?')
      await asked.getByRole('combobox', { name: 'The former secret ends' }).click()
      await page.getByRole('option', { name: 'After 3 days' }).click()
      await expectNoViolations(page)
      await shoot(page, 'webhook-rotate')
      await asked.getByRole('button', { name: 'Replace' }).click()
      const { shown, secret } = await secretShown(page)
      assert.notEqual(secret, webhook.secret)
      await shown.getByRole('button', { name: 'I have copied it' }).click()
      await page.getByText('signed with two secrets', { exact: false }).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'webhook-two-secrets')
      await makeRole(own.service, 'Signed twice')
      await dispatch(own.service)
      const [one] = receiver.received
      assert.ok(one)
      for (const each of [secret, webhook.secret]) assert.doesNotThrow(() => verify(each, one))
      await button(page, 'Rotate secret').click()
      await page.getByText('An earlier rotation hasn’t ended yet.', { exact: false }).waitFor()
      await page.getByRole('combobox', { name: 'The former secret ends' }).click()
      await page.getByRole('option', { name: 'At once' }).click()
      await button(page, 'Replace').click()
      const last = await secretShown(page)
      await last.shown.getByRole('button', { name: 'I have copied it' }).click()
      await page.getByText('signed with two secrets', { exact: false }).waitFor({ state: 'detached' })
    })
  })

  it('move one to the trash, from where it comes back', async () => {
    const webhook = await make()
    await own.visit(`/webhooks/${webhook.id}`, {}, async (page) => {
      await button(page, 'Delete').click()
      const asked = dialog(page, 'Move Search index to trash?')
      await expectNoViolations(page)
      await asked.getByRole('button', { name: 'Move to trash' }).click()
      await page.getByText('Search index is in the trash.').waitFor()
      await page.getByText('No webhooks yet').waitFor()
      await button(page, 'Undo').click()
      await page.getByRole('link', { name: 'Search index' }).waitFor()
      dataOf(await own.service.call('POST', `/api/webhooks/id/${webhook.id}/delete`))
      await page.goto('/trash/webhooks')
      await page.getByText(receiver.url('/hook')).first().waitFor()
      await expectNoViolations(page)
      await button(page, 'Restore Search index').first().click()
      await page.getByText('Search index restored.').waitFor()
      assert.equal((await read(webhook)).deleted_at, null)
    })
  })

  it('are not there for those who may not manage webhooks or read the audit trail', async () => {
    const webhook = await make()
    for (const slugs of [['can-manage-webhooks'], ['can-read-audit', 'can-read-users']]) {
      const { token } = await makeActor(own.service, slugs)
      await own.visit('/webhooks', { token, expected: [/status of 403/] }, async (page) => {
        await settled(page)
        assert.equal(await page.getByRole('link', { name: 'Webhooks' }).count(), 0)
        assert.equal(await page.getByText('Search index').count(), 0)
        await page.goto(`/webhooks/${webhook.id}`)
        await settled(page)
        assert.equal(await page.getByText('Search index').count(), 0)
      })
    }
    const manager = await makeActor(own.service, ['can-manage-webhooks', 'can-read-audit'])
    await own.visit('/webhooks', { token: manager.token }, async (page) => {
      await page.getByRole('link', { name: 'Search index' }).waitFor()
    })
  })

  it('fit a phone in French, in the dark', async () => {
    await makeUser(own.service)
    const webhook = await make()
    const visit = { locale: 'fr-FR', screen: PHONE, theme: 'dark' } as const
    await own.visit(`/webhooks/${webhook.id}`, visit, async (page) => {
      await button(page, 'Envoyer un test').waitFor()
      await expectNoOverflow(page)
      await shoot(page, 'webhook-phone-french')
      await expectNoViolations(page)
      await page.goto('/webhooks')
      await page.getByRole('link', { name: 'Search index' }).waitFor()
      await expectNoOverflow(page)
      await page.goto('/webhooks/create')
      await page.getByRole('heading', { level: 1, name: 'Nouveau webhook' }).waitFor()
      await page.getByRole('combobox', { name: 'Événements' }).fill('rôle')
      await page.getByRole('option').first().waitFor()
      await expectNoOverflow(page)
      await shoot(page, 'webhook-create-phone-french')
    })
  })
})

describe('The page of a webhook that the service has switched off', () => {
  const own = useConsole({ webhookNetworks: ['127.0.0.0/8'] })
  let receiver: WebhookReceiver
  before(async () => {
    receiver = await startWebhookReceiver()
  })
  after(() => receiver.close())

  const read = async (id: number) => dataOf(await own.service.call('GET', `/api/webhooks/id/${id}`))
  const answer = (status: number) =>
    receiver.behave((_request, response) => {
      response.statusCode = status
      response.end()
    })

  const REASONS = [
    {
      because: 'gone',
      why: 'answered with status 410',
      next: 'If the address has changed, enter the new one',
      cause: async () => {
        answer(410)
        await makeRole(own.service, 'Gone')
        await dispatch(own.service)
      },
    },
    {
      because: 'no_success',
      why: 'No delivery succeeded for five days.',
      next: 'Look at the deliveries for the reason',
      cause: async () => {
        answer(500)
        await makeRole(own.service, 'Failing')
        for (let day = 0; day < 6; day += 1) {
          await dispatch(own.service)
          own.service.clock.advance(DAY_MS)
        }
        await dispatch(own.service)
      },
    },
    {
      because: 'lost_right',
      why: 'may not manage webhooks and read the audit trail any more',
      next: 'Switch it on to take it over',
      cause: async (lose: () => Promise<void>) => {
        await lose()
        await makeRole(own.service, 'Lost')
        await dispatch(own.service)
      },
    },
  ]
  for (const { because, why, next, cause } of REASONS)
    it(`says why, and what to do: ${because}`, async () => {
      const person = await makeActor(own.service, ['can-manage-webhooks', 'can-read-audit', 'can-read-roles'])
      const webhook = await makeWebhook(
        own.service,
        { url: receiver.url(`/${because}`), events: ['roles.*'], description: 'Search index' },
        person.token,
      )
      await dispatch(own.service)
      await cause(async () => {
        dataOf(await own.service.call('PUT', `/api/users/${person.id}/relationships/roles`, { json: [] }))
      })
      assert.equal((await read(webhook.id)).switched_off_because, because)
      receiver.accept()
      await own.visit(`/webhooks/${webhook.id}`, {}, async (page) => {
        const notice = page.getByRole('note').filter({ hasText: why })
        await notice.getByText(next, { exact: false }).waitFor()
        await expectNoViolations(page)
        await shoot(page, `webhook-${because}`)
        await button(page, 'Switch on').click()
        await notice.waitFor({ state: 'detached' })
      })
      const { is_active: isActive, switched_off_because: reason } = await read(webhook.id)
      assert.deepEqual([isActive, reason], [true, null])
      // Whoever switched it on answers for it now.
      await makeRole(own.service, `After ${because}`)
      const told = () => receiver.received.filter(({ path }) => path === `/${because}`).length
      const before = told()
      await dispatch(own.service)
      assert.equal(told(), before + 1)
    })
})
