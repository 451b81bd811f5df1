// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { greet } from '../../../server/commands/start-report.ts'
import { loadConfig } from '../../../server/config/config.ts'

/** What a start prints with these settings. */
function printed(env: Record<string, string>): string {
  const lines: string[] = []
  const shell = { print: (line: string) => lines.push(line) } as unknown as Parameters<typeof greet>[0]
  greet(shell, loadConfig(env, { cwd: '/srv/rolecall' }), 8080, { firstAdministrator: undefined } as never)
  return lines.join('\n')
}

describe('The lines of a start', () => {
  it('say that mail is not sent, where it is written and which setting changes that, while there is no server', () => {
    assert.match(
      printed({ DATA_FOLDER: '/srv/data' }),
      /^Mail is not sent but written into \/srv\/data\/mail; MAIL_URL names a server\.$/m,
    )
    const mail = { MAIL_URL: 'smtp://ann:s3cret@mail.example.com', MAIL_FROM: 'a@example.com' }
    assert.doesNotMatch(printed(mail), /Mail|s3cret/)
  })
})
