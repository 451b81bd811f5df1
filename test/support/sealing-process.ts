// Numbers and seals the entries of the database in DATABASE_URL with the key in KEY, until it is killed. Its clock is AHEAD ms ahead.
import { setTimeout as wait } from 'node:timers/promises'
import { createNumbering } from '../../server/audit/numbers.ts'
import { sealingJobs } from '../../server/audit/sealer.ts'
import { readSealingKey } from '../../server/audit/sealing-key.ts'
import { connect } from '../../server/db/connect.ts'
import { systemContext } from '../../server/prepare.ts'

const { DATABASE_URL = '', AHEAD = '', KEY = '', CHECKPOINTS = '' } = process.env

const now = () => new Date(Date.now() + Number(AHEAD)).toISOString()
const connection = connect(DATABASE_URL)
const ctx = { ...systemContext(connection), now }
const numbering = createNumbering(ctx)
const jobs = sealingJobs(ctx, {
  key: readSealingKey(KEY),
  shipping: { file: CHECKPOINTS },
  flushed: connection.flushed,
})
for (;;) {
  try {
    await numbering.run()
    for (const { run } of jobs) await run(new AbortController().signal)
  } catch (error) {
    // The service logs a failure, such as a database that is busy for too long, and tries again.
    console.error(error)
  }
  await wait(5)
}
