// Engines: SQLite
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { temporaryFolders } from '../support/process.ts'

const ROOT = join(import.meta.dirname, '../..')
const newFolder = temporaryFolders()

describe('npm run dev', () => {
  it('serves the service and the console’s sources, and stops both', async () => {
    const [port, consolePort] = [await freePort(), await freePort()]
    const running = spawn(process.execPath, [join(ROOT, 'bin/dev.ts')], {
      cwd: ROOT,
      env: {
        DATABASE_URL: `sqlite:${join(newFolder(), 'dev.db')}`,
        PORT: String(port),
        CONSOLE_PORT: String(consolePort),
      },
    })
    const textAt = async (at: number, path: string) =>
      (await fetch(`http://localhost:${at}${path}`, { headers: { accept: 'text/html' } })).text()
    try {
      await eventually(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok)
      await eventually(async () => assert.match(await textAt(consolePort, '/'), /@vite\/client/))
      // The console's requests reach the service.
      await eventually(async () => assert.match(await textAt(consolePort, '/api/me'), /"unauthenticated"/))
    } finally {
      running.kill('SIGTERM')
      await once(running, 'exit')
    }
    await assert.rejects(fetch(`http://127.0.0.1:${port}/readyz`))
    await assert.rejects(fetch(`http://localhost:${consolePort}/`))
  })
})
