// Engines: SQLite
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, makeActor, makeRole, makeUser } from '../support/actors.ts'
import {
  expectNoOverflow,
  expectNoViolations,
  expectValue,
  PHONE,
  shoot,
  useConsole,
} from '../support/console.ts'

const CREATE = /\/api\/users\/bulk\/create$/

describe('The import of a file of users', () => {
  const own = useConsole()
  const userOf = async (email: string) => dataOf(await own.service.call('GET', `/api/users/email/${email}`))
  const rolesOf = async (id: number) =>
    dataOf(await own.service.call('GET', `/api/users/id/${id}/roles`)).roles.data
  const choose = (page: Page, text: string | Buffer, name = 'people.csv') =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text as string) })
  const fieldOf = (page: Page, column: string) =>
    page.getByRole('combobox', { name: `Import ${column} as`, exact: true })
  const map = async (page: Page, column: string, field: string) => {
    await fieldOf(page, column).click()
    await page.getByRole('option', { name: field, exact: true }).click()
  }
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
  const read = async (page: Page) => {
    const download = page.waitForEvent('download')
    await press(page, 'Download rejected rows')
    const file = await download
    return { name: file.suggestedFilename(), text: String(await buffer(await file.createReadStream())) }
  }

  before(async () => {
    await makeUser(own.service, { email: 'taken@example.com' })
    await makeRole(own.service, ['can-read-taxonomies'], { name: 'Librarian', slug: 'librarian' })
  })

  it('says of each row with the same wrong address what is wrong with it, not that it is a duplicate', async () => {
    await own.visit('/users/import', {}, async (page) => {
      await choose(
        page,
        'first_name,email\nIda,nobody\nOlaf,nobody\nUrs,urs@example.com\nUte,urs@example.com',
      )
      await press(page, /^Check/)
      const row = (line: string) => page.getByRole('row').filter({ hasText: new RegExp(`^${line}`) })
      await row('2').getByText('Email must be an email address.').waitFor()
      await row('3').getByText('Email must be an email address.').waitFor()
      await row('5').getByText('Email: line 4 has the same.').waitFor()
    })
  })

  it('maps columns, checks all rows, imports the good ones and hands back the others with reasons', async () => {
    const file = [
      'Prénom;Nom;Courriel;Service;Tél',
      'Zoë;Lefèvre;zoe@example.com;Accueil;+33 6 12 34 56 78',
      '"Jean\r\nPaul";Dupont;jean@example.com;;',
      '',
      'André;Müller;nobody;Caisse;',
      'Léa;Roy;TAKEN@example.com;;',
      'Éva;Blanc;eva@example.com;Atelier;',
      ';Vide;vide@example.com;;',
      'Zoé;Autre;Zoe@example.com;;',
    ].join('\r\n')
    await own.visit('/users', {}, async (page) => {
      await page.getByRole('link', { name: 'Import…' }).click()
      await page.getByRole('heading', { name: 'Import users' }).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'import-choose')
      await choose(page, Buffer.from(file, 'latin1'))
      await page.getByText('7 rows · WINDOWS-1252').waitFor()
      assert.equal(await page.getByRole('combobox', { name: 'Separator' }).textContent(), 'Semicolon')
      const fields = await page.getByRole('combobox', { name: /^Import / }).allInnerTexts()
      assert.deepEqual(fields, ['First name', 'Last name', 'Email', 'Do not import', 'Phone'])
      await page.getByText('Zoë · Jean').waitFor()

      await map(page, 'Courriel', 'Do not import')
      await page.getByText('Every user needs these: Email.').waitFor()
      await page.getByRole('button', { name: 'Check 7 rows', disabled: true }).waitFor()
      await map(page, 'Courriel', 'Email')
      await map(page, 'Service', 'Position')
      await page.getByRole('combobox', { name: 'Role', exact: true }).fill('libr')
      await page.getByRole('option', { name: /Librarian/ }).click()
      await page.getByLabel('Expires on').fill('2999-12-31')
      await expectNoViolations(page)
      await shoot(page, 'import-columns')
      await press(page, 'Check 7 rows')

      await page.getByText('2 of 7 rows can be imported.').waitFor()
      const faults = page.getByRole('table', { name: 'Rows with faults' }).getByRole('row')
      assert.deepEqual(
        (await faults.allInnerTexts()).map((text) => text.split(/[\t\n]+/).join(' | ')),
        [
          'Line | User | Field | Value | What is wrong',
          '3 | Jean Paul Dupont jean@example.com | First name | Jean Paul | First name must be one line.',
          '6 | André Müller nobody | Email | nobody | Email must be an email address.',
          '7 | Léa Roy TAKEN@example.com | Email | TAKEN@example.com | Another user already has this email.',
          '9 | Vide vide@example.com | First name | (empty) | First name is required.',
          '10 | Zoé Autre Zoe@example.com | Email | Zoe@example.com | Email: line 2 has the same.',
        ],
      )
      await expectNoViolations(page)
      await shoot(page, 'import-checked')
      assert.equal((await own.service.call('GET', '/api/users/email/zoe@example.com')).status, 404)

      const { name, text } = await read(page)
      assert.equal(name, 'people.rejected.csv')
      assert.match(
        text,
        /^\uFEFFPrénom;Nom;Courriel;Service;Tél;rejected_line;rejected_message\n"Jean\r\nPaul"/,
      )
      assert.match(text, /\nAndré;Müller;nobody;Caisse;;6;Email must be an email address\.\n/)

      await press(page, 'Import 2 users')
      await page.getByText('2 users imported.').waitFor()
      await page.getByText('5 rows were left out.').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'import-done')
      await page.getByRole('link', { name: 'Show the new users' }).click()
      await page.getByRole('link', { name: 'Zoë Lefèvre' }).waitFor()
      const { id, designation, phone } = await userOf('zoe@example.com')
      assert.equal(designation, 'Accueil')
      assert.match(phone, /33612345678/)
      const [role] = await rolesOf(id)
      assert.equal(role.slug, 'librarian')
    })
  })

  it('mends a file of rejected rows and the ones of spreadsheets, pasted with tabs', async () => {
    await own.visit('/users/import', {}, async (page) => {
      await page
        .getByRole('textbox', { name: 'Pasted rows' })
        .fill(
          "E-mail\tFirst name\tName\trejected_line\trejected_message\nada@example.com\t'=Ada\tLovelace\t7\tx",
        )
      await press(page, 'Continue')
      await page.getByText('1 row', { exact: true }).waitFor()
      const fields = await page.getByRole('combobox', { name: /^Import / }).allInnerTexts()
      assert.deepEqual(fields, ['Email', 'First name', 'Last name', 'Do not import', 'Do not import'])
      await press(page, 'Check 1 row')
      await press(page, 'Import 1 user')
      await page.getByText('1 user imported.').waitFor()
      assert.equal((await userOf('ada@example.com')).first_name, '=Ada')
    })
  })

  it('knows addresses and countries by their values, and the columns and the role of rejected rows', async () => {
    const file = [
      'Vorname;Mailadresse;Land;Country;Tel.',
      "Anne;anne@bulk.example;Frankreich;FR;'+33 6 12 34 56 78",
      'Bert;bert@bulk.example;Frankreich;DE;',
      'Cleo;cleo@bulk.example;Frankreich;ES;',
      'Dora;dora@bulk.example;Frankreich;IT;',
      'Egon;egon.bulk.example;Frankreich;IT;',
    ].join('\n')
    await own.visit('/users/import', {}, async (page) => {
      await choose(page, file)
      const fields = () => page.getByRole('combobox', { name: /^Import / }).allInnerTexts()
      await page.getByText('5 rows · UTF-8').waitFor()
      assert.deepEqual(await fields(), ['Do not import', 'Email', 'Do not import', 'Country code', 'Phone'])
      await page.getByText('+33 6 12 34 56 78', { exact: true }).waitFor()
      await map(page, 'Vorname', 'First name')
      await fieldOf(page, 'Land').click()
      await page.getByRole('option', { name: 'Country code FR' }).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'import-fields')
      await page.getByRole('option', { name: 'Do not import' }).click()
      await page.getByRole('combobox', { name: 'Role', exact: true }).fill('libr')
      await page.getByRole('option', { name: /Librarian/ }).click()
      await press(page, 'Check 5 rows')
      await press(page, 'Import 4 users')
      await page.getByText('4 users imported.').waitFor()
      const { text } = await read(page)
      await press(page, 'Import another file')
      await choose(page, text.replace('egon.bulk', 'egon@bulk'), 'people.rejected.csv')
      await page.getByText('1 row · UTF-8').waitFor()
      const known = ['First name', 'Email', 'Do not import', 'Country code', 'Phone']
      assert.deepEqual(await fields(), [...known, 'Do not import', 'Do not import'])
      await expectValue(page.getByRole('combobox', { name: 'Role', exact: true }), 'Librarian')
      await press(page, 'Check 1 row')
      await press(page, 'Import 1 user')
      await page.getByText('1 user imported.').waitFor()
      const { id, country_code: country } = await userOf('egon@bulk.example')
      assert.equal(country, 'IT')
      assert.equal((await rolesOf(id))[0].slug, 'librarian')
      // Another file has no role of its own accord.
      await press(page, 'Import another file')
      await choose(page, 'Vorname;Mailadresse\nFritz;fritz@bulk.example')
      await page.getByText('1 row · UTF-8').waitFor()
      assert.deepEqual(await fields(), ['First name', 'Email'])
      await expectValue(page.getByRole('combobox', { name: 'Role', exact: true }), '')
    })
  })

  // Long rows: the client sends the 120 in two steps. On a slow disk, the service handles a step in several calls.
  const BIO = 'x'.repeat(6000)
  const table = (rows: string[]) => ['email,first_name,bio', ...rows.map((row) => `${row},${BIO}`)].join('\n')

  it('continues after a call that failed, and finds the same address beyond a step', async () => {
    const rows = Array.from({ length: 120 }, (_, n) => `crowd${n % 110}@example.com,Crowd ${n}`)
    await own.visit('/users/import', { expected: [/status of 503/] }, async (page) => {
      await choose(page, table(rows))
      await press(page, 'Check 120 rows')
      await page.getByText('110 of 120 rows can be imported.').waitFor()
      /** The addresses of each call. */
      const calls: string[][] = []
      let first = 0
      await page.route(CREATE, async (route) => {
        const { items } = route.request().postDataJSON()
        calls.push(items.map(({ email }: { email: string }) => email))
        if (calls.length > 2) return route.continue()
        if (calls.length === 2) {
          const body = { success: false, status: 'failed', code: 'unavailable', errors: ['Not now.'] }
          return route.fulfill({ status: 503, json: body })
        }
        const response = await route.fetch()
        first = (await response.json()).data.created.length
        return route.fulfill({ response })
      })
      await press(page, 'Import 110 users')
      await page.getByText('Not now.').waitFor()
      assert.ok(first > 0 && first < 110, `${first}`)
      await page.getByText(`${first} users imported.`).waitFor()
      await page.getByText(`${110 - first} rows are still to be imported.`).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'import-paused')

      // Leaving would lose the rest.
      await page.getByRole('link', { name: 'Show the new users' }).click()
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
      await page.keyboard.press('Escape')
      await press(page, 'Continue the import')
      await page.getByText('110 users imported.').waitFor()
      await page.getByText('10 rows were left out.').waitFor()
      assert.equal(calls[1]?.[0], `crowd${first}@example.com`)
      assert.deepEqual(calls[2], calls[1])
      assert.equal((await userOf('crowd109@example.com')).first_name, 'Crowd 109')
    })
  })

  it('can be stopped after a step and continued', async () => {
    const rows = Array.from({ length: 120 }, (_, n) => `halt${n}@example.com,Halt ${n}`)
    await own.visit('/users/import', {}, async (page) => {
      await choose(page, table(rows))
      await press(page, 'Check 120 rows')
      await page.getByRole('button', { name: 'Import 120 users' }).waitFor()
      const [began, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let created = 0
      await page.route(CREATE, async (route) => {
        began.resolve()
        await goOn.promise
        const response = await route.fetch()
        created += (await response.json()).data.created.length
        await route.fulfill({ response })
      })
      await press(page, 'Import 120 users')
      await began.promise
      await expectNoViolations(page)
      await shoot(page, 'import-running')
      await press(page, 'Stop')
      await page.getByRole('button', { name: 'Stopping after this step…' }).waitFor()
      goOn.resolve()
      await page.getByText('rows are still to be imported.').waitFor()
      assert.ok(created > 0 && created < 120, `${created}`)
      await page.getByText(`${created} users imported.`).waitFor()
      await page.getByText(`${120 - created} rows are still to be imported.`).waitFor()
      await press(page, 'Continue the import')
      await page.getByText('120 users imported.').waitFor()
    })
  })

  it('takes a dropped file, another separator, and names rows with too many values', async () => {
    await own.visit('/users/import', {}, async (page) => {
      const files = await page.evaluateHandle(() => {
        const text = 'email;first_name,x\nbeyond@example.com;Ada,1\nsurplus@example.com;Bo,2;=3\n'
        const transfer = new DataTransfer()
        transfer.items.add(new File([text], 'dropped.csv'))
        return transfer
      })
      await page.getByText('Drop the file here, or').dispatchEvent('drop', { dataTransfer: files })
      await page.getByRole('heading', { name: 'dropped.csv' }).waitFor()
      await page.getByRole('combobox', { name: 'Separator' }).click()
      await page.getByRole('option', { name: 'Comma' }).click()
      await fieldOf(page, 'email;first_name').waitFor()
      await page.getByText('Every user needs these: First name and Email.').waitFor()
      await page.getByRole('combobox', { name: 'Separator' }).click()
      await page.getByRole('option', { name: 'Semicolon' }).click()
      await map(page, 'first_name,x', 'First name')
      await press(page, 'Check 2 rows')
      await page.getByText('1 of 2 rows can be imported.').waitFor()
      await page.getByRole('cell', { name: 'The row has more values than there are columns.' }).waitFor()
      const { name, text } = await read(page)
      assert.equal(name, 'dropped.rejected.csv')
      assert.match(text, /\nsurplus@example\.com;"?Bo,2"?;3;The row has more values[^;]*;'=3\n/)
      await press(page, 'Back to the columns')
      await map(page, 'first_name,x', 'Do not import')
      await page.getByRole('button', { name: 'Check 2 rows', disabled: true }).waitFor()
    })
  })

  it('refuses what it cannot read, in words', async () => {
    await own.visit('/users/import', {}, async (page) => {
      const expectAlert = (text: string | RegExp) =>
        page.getByRole('alert').filter({ hasText: text }).waitFor()
      await choose(page, '')
      await expectAlert('The file is empty.')
      await choose(page, 'email,first_name')
      await expectAlert('no user below it')
      await choose(page, 'email,first_name\n"a@example.com,A\n')
      await expectAlert('A quotation mark is opened and never closed.')
      await choose(page, 'PK\u0003\u0004\0\u0014 xlsx')
      await expectAlert('This isn’t a text file.')
      await choose(page, `email,first_name\n${'a@example.com,A\n'.repeat(20_001)}`)
      await expectAlert('more than 20,000 rows')
      await choose(page, 'x'.repeat(10_000_001))
      await expectAlert('larger than 10 MB')
      await expectNoViolations(page)
      await shoot(page, 'import-unreadable')
      // UTF-16, as a spreadsheet saves “Unicode text”.
      await choose(page, Buffer.from('\uFEFFemail\tfirst_name\nb@example.com\tBé\n', 'utf16le'))
      await page.getByText('1 row · UTF-16LE').waitFor()
      await page.getByText('Bé', { exact: true }).waitFor()
    })
  })

  it('works in French on a phone, with the keyboard alone', async () => {
    const options = { locale: 'fr-FR', screen: PHONE }
    await own.visit('/users', options, async (page) => {
      await page.getByRole('link', { name: 'Importer…' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('importer')
      await page.getByRole('option', { name: 'Importer des utilisateurs (CSV)' }).waitFor()
      await page.keyboard.press('Enter')
      const text = page.getByRole('textbox', { name: 'Lignes collées' })
      await text.focus()
      await page.keyboard.insertText(
        'Adresse e-mail;Prénom;Pays\ntelephone@example.com;Ré;France\nfaux;Anne;',
      )
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByText('2 lignes', { exact: true }).waitFor()
      await expectNoViolations(page)
      await expectNoOverflow(page)
      await shoot(page, 'import-phone-columns')
      await page.getByRole('button', { name: 'Vérifier 2 lignes' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('1 ligne sur 2 peut être importée.').waitFor()
      await expectNoViolations(page)
      await expectNoOverflow(page)
      await shoot(page, 'import-phone-checked')
      // The focus follows the step.
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByText('1 utilisateur importé.').waitFor()
      await expectNoOverflow(page)
      assert.equal((await userOf('telephone@example.com')).country, 'France')
    })
  })

  it('is offered only to those who may create users', async () => {
    const { token } = await makeActor(own.service, ['can-read-users'])
    await own.visit('/users', { token }, async (page) => {
      await page.getByRole('heading', { name: 'Users' }).waitFor()
      await page.getByRole('table', { name: 'Users' }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Import…' }).count(), 0)
      await page.goto('/users/import')
      await page
        .getByText(/permission|access/i)
        .first()
        .waitFor()
      assert.equal(await page.getByRole('button', { name: 'Choose file' }).count(), 0)
    })
  })
})
