// Sends the events of the database in DATABASE_URL to webhooks on this machine, until it is killed. Its clock is AHEAD ms ahead.
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { InstallationSecret } from '../../server/crypto/installation-secret.ts'
import { connect } from '../../server/db/connect.ts'
import { systemContext } from '../../server/prepare.ts'
import { webhookJobs } from '../../server/webhooks/dispatcher.ts'
import { Pace } from '../../server/webhooks/pace.ts'

const { DATABASE_URL = '', AHEAD = '', SECRET = '' } = process.env

const secret = new InstallationSecret()
secret.unlock([SECRET])
const now = () => new Date(Date.now() + Number(AHEAD)).toISOString()
const connection = connect(DATABASE_URL)
const [job] = webhookJobs(
  { ...systemContext(connection), secret, now },
  {
    logger: pino({ level: 'silent' }),
    source: () => 'https://accounts.example.com',
    networks: ['127.0.0.0/8'],
    flushed: connection.flushed,
    positions: connection.positions,
    pace: new Pace(
      () => 0,
      () => 0,
    ),
  },
)
for (;;) {
  // The service logs a failure, such as a database that is busy for too long, and tries again.
  await job?.run(new AbortController().signal).catch((error) => console.error(error))
  await wait(5)
}
