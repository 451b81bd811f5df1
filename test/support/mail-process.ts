// Sends the mails of the database in DATABASE_URL to the mail server at SMTP_PORT, until it is killed. Its clock is AHEAD ms ahead.
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { InstallationSecret } from '../../server/crypto/installation-secret.ts'
import { connect } from '../../server/db/connect.ts'
import { mailJobs } from '../../server/mail/sender.ts'
import { systemContext } from '../../server/prepare.ts'
import { mailSettings } from './mail-settings.ts'

const { DATABASE_URL = '', SMTP_PORT = '', AHEAD = '', SECRET = '' } = process.env

const secret = new InstallationSecret()
secret.unlock([SECRET])
const now = () => new Date(Date.now() + Number(AHEAD)).toISOString()
const [job] = mailJobs(
  { ...systemContext(connect(DATABASE_URL)), secret, now },
  mailSettings({
    server: {
      host: '127.0.0.1',
      port: Number(SMTP_PORT),
      isTls: false,
      isTlsOptional: true,
      user: undefined,
      password: undefined,
    },
    from: { name: '', address: 'accounts@example.com' },
  }),
  { logger: pino({ level: 'silent' }) },
)
for (;;) {
  await job?.run(new AbortController().signal)
  await wait(5)
}
