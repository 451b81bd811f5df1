// Engines: SQLite
// Process: its own
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { rowsOf } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { ADMINISTRATOR, ask, PASSWORD, signInAt } from '../../support/http.ts'
import { DATABASE, failsToStart, logged, serveIn, temporaryFolders } from '../../support/process.ts'
import { openSocket, slowRequest } from '../../support/socket.ts'

const newFolder = temporaryFolders()

// Most of the time is waiting: for locks, and for requests that do not end.
describe('The running service', { concurrency: 2 }, () => {
  describe('with a database locked by another program', { concurrency: 2 }, () => {
    it('stops at its start with one line', async () => {
      const cwd = newFolder()
      await (await serveIn(cwd)).end('SIGTERM')
      const holder = new DatabaseSync(join(cwd, DATABASE))
      holder.exec('begin exclusive')
      await failsToStart(cwd, /The database cannot be used: it is locked by another program\./)
      holder.close()
    })

    it('answers writes with 503 while reads continue, and writes nothing partially', async () => {
      const cwd = newFolder()
      const { url, end } = await serveIn(cwd, ADMINISTRATOR)
      const token = await signInAt(url)
      const holder = new DatabaseSync(join(cwd, DATABASE))
      holder.exec('begin immediate')
      const json = { name: 'Pilot' }
      const refused = await ask(`${url}/api/roles/create`, { json, token })
      assert.equal(refused.status, 503)
      assert.equal(refused.body.code, 'database_unavailable')
      assert.equal(refused.headers.get('retry-after'), '5')
      assert.doesNotMatch(JSON.stringify(refused.body), /sqlite|locked|select|\.db/i)
      assert.equal((await ask(`${url}/readyz`)).status, 200)
      holder.exec('rollback')
      holder.close()
      assert.equal((await ask(`${url}/api/roles/create`, { json, token })).status, 201)
      await end('SIGTERM')
    })
  })

  describe('A stop', { concurrency: 3 }, () => {
    const signUp = (name: string) =>
      slowRequest('/api/signup', { email: `${name}@example.com`, password: PASSWORD, first_name: 'Ann' })
    const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

    it('writes which tokens were used, and how many signed in', async () => {
      const cwd = newFolder()
      const { url, end } = await serveIn(cwd, ADMINISTRATOR)
      const token = await signInAt(url)
      assert.equal((await ask(`${url}/api/me`, { token })).status, 200)
      assert.equal((await end('SIGTERM')).code, 0)
      const file = join(cwd, DATABASE)
      assert.deepEqual(rowsOf(file, 'select used_ip from tokens'), [{ used_ip: '127.0.0.1' }])
      assert.deepEqual(rowsOf(file, 'select signups, signins from daily_counts'), [
        { signups: 0, signins: 1 },
      ])
    })

    /** A request that the service has begun to read, and that never ends. */
    async function inFlight(url: string) {
      const socket = await openSocket(url)
      const later = await openSocket(url)
      socket.send(signUp('ann').begin)
      later.send(HEALTH)
      await later.answered()
      return socket
    }

    it('finishes requests in flight, refuses new ones, closes the database and exits with 0', async () => {
      const cwd = newFolder()
      const { url, child, said, ended } = await serveIn(cwd, ADMINISTRATOR)
      const slow = signUp('ann')
      const [started, halfSent, idle] = await Promise.all([openSocket(url), openSocket(url), openSocket(url)])
      started.send(slow.begin)
      halfSent.send('GET /readyz HTTP/1.1\r\nHost: x\r\n')
      idle.send(HEALTH)
      await idle.answered()
      child.kill('SIGTERM')
      assert.match(await idle.closed, /^HTTP\/1\.1 200 OK/, 'kept alive, and closed at the stop')
      await assert.rejects(fetch(`${url}/healthz`), 'no new connection is accepted')

      halfSent.send('\r\n')
      const notReady = await halfSent.closed
      assert.match(notReady, /^HTTP\/1\.1 503 /)
      assert.match(notReady, /\r\nretry-after: 5\r\n/)
      assert.match(notReady, /\r\nx-request-id: /)
      assert.match(notReady, /\r\nconnection: close\r\n/)
      assert.match(notReady, /"code":"stopping"/)
      assert.equal(child.exitCode, null, 'it waits for the request in flight')

      started.send(slow.rest)
      const answer = await started.closed
      assert.match(answer, /^HTTP\/1\.1 201 /)
      assert.match(answer, /"email":"ann@example\.com"/)
      assert.equal((await ended).code, 0)
      assert.match(said.out, /"signal":"SIGTERM","msg":"stopping"/)
      assert.match(said.out, /"msg":"stopped"/)
      assert.equal(said.err, '')
      assert.equal(existsSync(join(cwd, `${DATABASE}-wal`)), false, 'the log is checkpointed')
      const emails = rowsOf(join(cwd, DATABASE), 'select email from users order by id')
      assert.deepEqual(
        emails.map(({ email }) => email),
        ['root@example.com', 'ann@example.com'],
      )
    })

    it('is forced by a second signal', async () => {
      const { url, child, said, ended } = await serveIn(newFolder())
      const socket = await inFlight(url)
      child.kill('SIGINT')
      await eventually(() => /"msg":"stopping"/.test(said.out))
      assert.equal(child.exitCode, null)
      child.kill('SIGTERM')
      assert.equal((await ended).code, 1)
      assert.match(said.out, /stopped hard: a second signal, SIGTERM/)
      assert.equal(await socket.closed, '')
    })

    it('follows an uncaught error, which is logged, with exit code 1', async () => {
      const cwd = newFolder()
      const { child, said, ended } = await serveIn(cwd, {
        NODE_OPTIONS: "--import=data:text/javascript,process.on('SIGWINCH',()=>{throw(Error('unforeseen'))})",
      })
      child.kill('SIGWINCH')
      assert.equal((await ended).code, 1)
      const [fatal, ...others] = logged(said.out).filter(({ level }) => level >= 50)
      assert.deepEqual(others, [])
      assert.deepEqual([fatal.level, fatal.err.message], [60, 'unforeseen'])
      assert.match(said.out, /"msg":"stopped"/)
      assert.equal(existsSync(join(cwd, `${DATABASE}-wal`)), false, 'the database is closed')
    })

    it('waits at most ten seconds for requests that do not end', async () => {
      const { url, child, said, ended } = await serveIn(newFolder())
      const socket = await inFlight(url)
      const began = performance.now()
      child.kill('SIGTERM')
      assert.equal((await ended).code, 1)
      const seconds = (performance.now() - began) / 1000
      assert.equal(await socket.closed, '')
      // No upper bound, since the machine may be busy: the service's own message names the limit.
      assert.ok(seconds > 9.5, `${seconds} s`)
      assert.match(said.out, /stopped hard: requests were still in flight after 10000 ms/)
    })
  })
})
