// `npm run dev`: the service, started again when its sources change, and the console's pages by Vite, which replaces what
// changes in the open page. Settings are those of `npm start`; CONSOLE_PORT is Vite's.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { settingsOf } from './settings.ts'

const ROOT = join(import.meta.dirname, '..')
const { port } = settingsOf(ROOT)
const { CONSOLE_PORT = '5173' } = process.env

const start = (args: string[], cwd: string, env: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })

const children = [
  start(['--watch', '--import', './server/compile-cache.js', 'server/main.ts', 'serve'], ROOT),
  start(
    [
      join(ROOT, 'node_modules/vite/bin/vite.js'),
      '--port',
      CONSOLE_PORT,
      '--strictPort',
      '--clearScreen',
      'false',
    ],
    join(ROOT, 'console'),
    { SERVICE: `http://127.0.0.1:${port}` },
  ),
]
const stop = () => {
  for (const child of children) child.kill()
}
process.on('SIGINT', stop).on('SIGTERM', stop)
// If one process exits, the other is stopped too.
for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ||= code ?? 0
    stop()
  })
}
