// Engines: none
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { MAIL_KINDS } from '../../contract/mails.ts'

const DOCS = join(import.meta.dirname, '../../docs')
const README = readFileSync(join(DOCS, '../README.md'), 'utf8')
const MAIL_PAGE = readFileSync(join(DOCS, 'mail.md'), 'utf8')

/** The pages for signing in, by the names of their pictures. */
const ACCOUNT_PAGES = [
  ...['sign-in', 'sign-up', 'check-mail', 'verify', 'forgot', 'reset'],
  ...['accept-invitation', 'undo-change-of-address'],
]

describe('The docs', () => {
  it('show each kind of mail, in both themes', () => {
    for (const kind of MAIL_KINDS)
      for (const picture of [`mails/${kind}-light.png`, `mails/${kind}-dark.png`]) {
        assert.ok(existsSync(join(DOCS, picture)), `node bin/console-screenshots.ts mail-${kind}`)
        assert.ok(MAIL_PAGE.includes(picture), `docs/mail.md does not show ${picture}`)
      }
  })

  it('show each page for signing in, in both themes and on a phone', () => {
    for (const page of ACCOUNT_PAGES) {
      for (const view of ['light', 'dark', 'phone'])
        assert.ok(existsSync(join(DOCS, `console/${page}-${view}.png`)), `${page}, ${view}`)
      assert.ok(README.includes(`docs/console/${page}-light.png`), page)
    }
  })
})
