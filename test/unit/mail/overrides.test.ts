// Engines: none
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Composer } from '../../../server/mail/message.ts'
import { MailTemplatesError, readOverrides } from '../../../server/mail/overrides.ts'
import type { TemplateError } from '../../../server/mail/template.ts'
import { mailSettings } from '../../support/mail-settings.ts'
import { temporaryFolders } from '../../support/process.ts'

const newFolder = temporaryFolders()

/** A folder with these texts. */
function folderOf(files: Record<string, string>): string {
  const folder = newFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const GOOD = `Subject: New password for {{ name }} at {{ brand }}

Hello{% if name %} {{ name }}{% endif %},

[Choose a password]({{ link }})
{% if digits %}

# {{ digits }}
{% endif %}`

const MAIL = {
  id: 1,
  uuid: '0198f0e0-0000-7000-8000-000000000000',
  kind: 'reset' as const,
  address: 'ada@example.com',
  language: 'en' as const,
  attempts: 1,
  messageId: '<1@example.com>',
  sealed: '',
  createdAt: '2026-11-24T04:10:00.000Z',
  expiresAt: null,
}

const VALUES = {
  code: 'the-code',
  expires_at: '2026-11-25T04:10:00.000Z',
  digits: '12345678',
  digits_expire_at: '2026-11-24T04:20:00.000Z',
}

async function composed(text: string, values: object) {
  const faults: TemplateError[] = []
  const composer = new Composer(
    mailSettings({ overrides: await readOverrides(folderOf({ 'reset.en.liquid': text })) }),
    (error) => faults.push(error),
  )
  const { options } = await composer.compose({ now: () => MAIL.createdAt }, MAIL, { ...VALUES, ...values })
  const { subject, text: plain, html } = options as { subject: string; text: string; html: string }
  return { subject, text: plain, html: html.replace(/^[\s\S]*<td class="body">/, ''), faults }
}

describe('A text of a mail that an operator gives', () => {
  it('takes the place of ours', async () => {
    const { subject, text, html, faults } = await composed(GOOD, { name: 'Ada' })
    assert.equal(subject, 'New password for Ada at Example')
    const link = 'https://accounts.example.com/reset#the-code'
    assert.equal(text, `Hello Ada,\n\nChoose a password\n${link}\n\n    12345678\n`)
    assert.match(html, new RegExp(`<a class="button" href="${link}">Choose a password</a>`))
    assert.deepEqual(faults, [])
  })

  for (const name of [
    '{{ 7 | times: 6 }}',
    '{% raw %}',
    '{% endraw %}{{ link }}',
    '{% include "x" %}',
    '{%- assign brand = "Evil" -%}',
    'Ada\r\nBcc: eve',
    '# 999',
    '<b>Ada</b>',
  ]) {
    it(`shows the name ${JSON.stringify(name)} as it was typed, and it does nothing`, async () => {
      const { subject, text, html } = await composed(GOOD, { name })
      // A name that looks like an address or a header is left out: it might be somebody else's message.
      const shown = /[:/]/.test(name) ? '' : ` ${name}`
      assert.equal(subject, `New password for${shown} at Example`)
      assert.ok(text.startsWith(`Hello${shown},\n`), text)
      assert.ok(text.includes('https://accounts.example.com/reset#the-code'))
      assert.doesNotMatch(html, /<b>|42/)
    })
  }

  it('is not tried without a folder, and files of other names are left alone', async () => {
    assert.deepEqual(await readOverrides(undefined), {})
    assert.deepEqual(await readOverrides(folderOf({ 'README.md': 'How to', 'notes.txt': '{% x %}' })), {})
  })

  it('is replaced by ours, and reported, if it fails for a mail', async () => {
    const { subject, faults } = await composed(
      '{% if name == "Ada" %}{% for a in (1..9999999) %}{% for b in (1..9999999) %}x{% endfor %}{% endfor %}{% endif %}Subject: x\n\ny',
      { name: 'Ada' },
    ).catch((error) => {
      // The sample is called Ada too: then it is refused at the start.
      assert.ok(error instanceof MailTemplatesError)
      return { subject: 'refused', faults: [] }
    })
    assert.equal(subject, 'refused')
    assert.deepEqual(faults, [])
    const failing = await composed(
      '{% if name == "Eve" %}{% for a in (1..9999999) %}{% for b in (1..9999999) %}x{% endfor %}{% endfor %}{% endif %}Subject: x\n\ny',
      { name: 'Eve' },
    )
    assert.equal(failing.subject, 'Reset your password for Example')
    assert.equal(failing.faults.length, 1)
  })

  const refused: [name: string, text: string, fault: RegExp][] = [
    ['reset.en.liquid', 'Hello', /reset\.en\.liquid, line 1: the first line must be Subject:/],
    ['reset.en.liquid', 'Subject: x\n\n{% iff name %}', /, line 3: tag "iff" not found\.$/],
    ['reset.en.liquid', 'Subject: x\n\n{% if name %}', /, line 3: tag {% if name %} not closed\.$/],
    ['reset.en.liquid', 'Subject: x\n\n{{ name | shout }}', /, line 3: undefined filter: shout\.$/],
    [
      'reset.en.liquid',
      'Subject: x\n\nHi\n{{ nmae }}',
      /, line 4: a mail of this kind has no value “nmae”\. Did you mean name\?$/,
    ],
    ['welcome.fr.liquid', 'Subject: x\n\n{{ digits }}', /no value “digits”/],
    ['reset.en.liquid', 'Subject: x\n\n{% include "/etc/passwd" %}', /, line 3: tag "include" not found\.$/],
    ['reset.en.liquid', 'Subject: x\n\n{% render "../secret" %}', /tag "render" not found/],
    ['reset.en.liquid', 'Subject: x\n\n{% layout "x" %}', /tag "layout" not found/],
    ['reset.en.liquid', `Subject: x\n\n${'x'.repeat(100_001)}`, /larger than 100 KB/],
    ['reset.en.liquid', 'Subject: x\n\n{% for a in (1..99999999) %}x{% endfor %}', /limit exceeded/],
    ['reset.de.liquid', GOOD, /KIND\.LANGUAGE\.liquid, with en or fr/],
    ['resett.en.liquid', GOOD, /no kind of mail “resett”\. Did you mean reset\?/],
  ]
  for (const [name, text, fault] of refused) {
    it(`stops the start: ${name} with ${JSON.stringify(text.slice(0, 40))}`, async () => {
      await assert.rejects(readOverrides(folderOf({ [name]: text })), (error) => {
        assert.ok(error instanceof MailTemplatesError, String(error))
        assert.match(error.message, fault)
        return true
      })
    })
  }

  it('reports the faults of all files at once', async () => {
    const folder = folderOf({
      'reset.en.liquid': 'a',
      'verify.fr.liquid': 'b',
      'welcome.en.liquid': 'Subject: a\n\nb',
    })
    mkdirSync(join(folder, 'other'))
    await assert.rejects(readOverrides(folder), ({ message }: Error) => message.split('\n').length === 2)
  })
})
