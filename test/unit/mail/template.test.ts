// Engines: none
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { MAIL_KINDS } from '../../../contract/mails.ts'
import { createRenderer, type Renderer, TemplateError } from '../../../server/mail/template.ts'
import { english } from '../../../server/mail/texts/en.ts'
import { french } from '../../../server/mail/texts/fr.ts'

let renderer: Renderer
before(async () => {
  renderer = await createRenderer()
})

const render = (body: string, values: Record<string, unknown> = {}) =>
  renderer.render(`Subject: A subject\n\n${body}`, values)

describe('A text of a mail', () => {
  it('has a subject, paragraphs, a button, digits, a quotation and a note', async () => {
    const { subject, text, html } = await renderer.render(
      'Subject: For {{ name }}\n\nOne\nline.\n\n[Go on]({{ link }})\n\n# {{ digits }}\n\n> {{ message }}\n\n~ Small.',
      { name: 'Ada', link: 'https://example.com/reset#abc', digits: '12345678', message: 'Hello.\nBye.' },
    )
    assert.equal(subject, 'For Ada')
    assert.equal(
      text,
      'One line.\n\nGo on\nhttps://example.com/reset#abc\n\n    12345678\n\n> Hello.\n> Bye.\n\nSmall.\n',
    )
    const href = 'href="https://example.com/reset#abc"'
    assert.deepEqual(html.split('\n'), [
      '<p>One line.</p>',
      `<p><a class="button" ${href}>Go on</a></p>`,
      `<p class="note"><a ${href}>https://example.com/reset#abc</a></p>`,
      '<p class="digits">12345678</p>',
      '<blockquote>Hello.<br>Bye.</blockquote>',
      '<p class="note">Small.</p>',
    ])
  })

  it('escapes every value, also a captured or filtered one', async () => {
    const name = '<b onload="x">&\'</b>'
    for (const source of [
      '{{ name }}',
      '{{ name | raw }}',
      '{% assign other = name %}{{ other }}',
      '{% capture other %}{{ name }}{% endcapture %}{{ other }}',
      '{% capture one %}{{ name }}{% endcapture %}{% capture two %}{{ one }}{% endcapture %}{{ two | raw }}',
    ]) {
      const { html, text } = await render(source, { name })
      assert.equal(html, '<p>&lt;b onload=&quot;x&quot;&gt;&amp;&#39;&lt;/b&gt;</p>', source)
      assert.equal(text, `${name}\n`, source)
    }
  })

  it('takes nothing in a value for a part of the format', async () => {
    for (const value of [
      'x\n\n[Win](https://evil.example/)',
      '[Win](https://evil.example/)',
      '# 999',
      '~ note',
      '> quote',
      '{{ secret }}',
      '{% include "x" %}',
      'Subject: other',
    ]) {
      for (const source of ['{{ value }}', '{{ value | raw }}']) {
        const { html, text } = await render(source, { value, secret: 'SECRET' })
        assert.doesNotMatch(html, /<a |class=|<blockquote|SECRET/, source + value)
        assert.equal(text, `${value}\n`)
      }
    }
  })

  it('has a subject of one line, whatever is in its values', async () => {
    const { subject, text } = await renderer.render('Subject: For {{ name }}\n\nText.', {
      name: 'Ada\r\nBcc: eve@example.com\r\n\r\nBody',
    })
    assert.equal(subject, 'For Ada Bcc: eve@example.com Body')
    assert.equal(text, 'Text.\n')
  })

  it('links only to web and mail addresses', async () => {
    for (const link of ['javascript:alert(1)', 'data:text/html,x', 'https://"onclick="x']) {
      const { html } = await render('[Go]({{ link }})', { link })
      assert.doesNotMatch(html, /href="(?:javascript|data)|" ?onclick="/, link)
    }
  })

  it('reads no files, no prototypes, and is bounded', async () => {
    for (const source of [
      '{% include "/etc/passwd" %}',
      '{% render "../package.json" %}',
      '{% layout "x" %}',
    ])
      await assert.rejects(render(source), TemplateError, source)
    assert.equal((await render('.{{ name.constructor }}{{ constructor }}.', { name: 'x' })).text, '..\n')
    const endless = '{% for a in (1..9999999) %}{% for b in (1..9999999) %}x{% endfor %}{% endfor %}'
    await assert.rejects(render(endless), TemplateError)
    await assert.rejects(render('x'.repeat(200_000)), TemplateError)
  })

  it('of ours is not bounded by the half second of those of operators: a busy machine may take it', async () => {
    const slow = {
      toString: () => {
        for (const end = performance.now() + 600; performance.now() < end; );
        return 'x'
      },
    }
    const source = 'Subject: A\n\n{{ slow }} and {{ name }}'
    await assert.rejects(renderer.render(source, { slow, name: 'Ada' }), TemplateError)
    const { text } = await renderer.render(source, { slow, name: 'Ada' }, { isOurs: true })
    assert.equal(text, 'x and Ada\n')
  })

  it('is refused without a subject, with a syntax error or with control characters', async () => {
    for (const source of [
      'Hello',
      'Subject:\n\nHello',
      'Subject: {{ a\n\nHello',
      'Subject: a\n\n\u0001ff\u0002',
    ])
      await assert.rejects(renderer.render(source, {}), TemplateError, source)
  })

  it('shows times in the language, in UTC', async () => {
    const at = '2026-11-24T04:10:00.000Z'
    assert.match(
      (await render('{{ at | time }}', { at, language: 'en' })).text,
      /^24 November 2026.* 04:10 UTC/,
    )
    assert.match(
      (await render('{{ at | time }}', { at, language: 'fr' })).text,
      /^24 novembre 2026.* 04:10 UTC/,
    )
    assert.equal((await render('{{ at | time }}', { at: 'soon' })).text, 'soon\n')
  })
})

/** As in test/project/vocabulary.test.ts; `Subject:` is the format's own. */
const WRONG_SPACE = /[^\u202f][;!?»](?=[\s.,)\u202f]|$)|«[^\u202f]|[^\u00a0"]:(?=\s|$)/u

const VALUES = {
  brand: 'Rolecall',
  name: 'Ada',
  link: 'https://example.com/x#y',
  digits: '12345678',
  digits_expire_at: '2026-11-24T04:20:00.000Z',
  expires_at: '2026-11-25T04:10:00.000Z',
  at: '2026-11-24T04:10:00.000Z',
  ip: '192.0.2.1',
  device: 'Firefox',
  inviter: 'Grace',
  message: 'Come.',
  roles: 'Editor',
  token: 'Export',
  until: '2027-11-24T04:10:00.000Z',
  factor: 'Phone',
  new_address: 'new@example.com',
}

/** Only what a kind always has. */
function fewestFor(kind: string): Record<string, unknown> {
  const { name, ip, device, inviter, message, roles, until, digits, digits_expire_at, ...values } = VALUES
  return kind === 'signin-code' ? { ...values, digits, digits_expire_at } : values
}

describe('The texts', () => {
  for (const [language, texts] of Object.entries({ en: english, fr: french })) {
    it(`are complete in ${language}, with all values and with the fewest`, async () => {
      assert.deepEqual(Object.keys(texts).sort(), [...MAIL_KINDS].sort())
      for (const [kind, source] of Object.entries(texts)) {
        for (const values of [VALUES, fewestFor(kind)]) {
          const { subject, text, html } = await renderer.render(source, { ...values, language })
          assert.match(
            subject,
            /Rolecall$|Rolecall (?:was|a été)|Rolecall est|à Rolecall|vous attend|waiting/,
            kind,
          )
          assert.doesNotMatch(`${subject}${text}${html}`, /undefined|null|[{}]|\[object/, kind)
          assert.doesNotMatch(`${subject}${text}${html}`, /[^\P{Cc}\n]/u, kind)
          assert.doesNotMatch(text, /(?<!\n *) {2,}|\n{3}|^\s|[ ]\n/, kind)
          assert.equal(/class="button"/.test(html), /\{\{ link \}\}/.test(source), kind)
        }
      }
    })
  }

  it('have no-break spaces around French punctuation', () => {
    for (const [kind, source] of Object.entries(french)) {
      const text = source.replace(/^Subject:/, '').replaceAll(/\{[{%].*?[%}]\}|\]\(.*\)/gs, 'x')
      assert.doesNotMatch(text, WRONG_SPACE, kind)
    }
  })
})
