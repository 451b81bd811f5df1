#!/usr/bin/env node
// Runs on any Node, and starts the version that the package pins, as the service needs its features.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const server = (file) => fileURLToPath(new URL(`../server/${file}`, import.meta.url))
const cache = pathToFileURL(server('compile-cache.js')).href
const child = spawn(pinnedNode(), ['--import', cache, server('main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})

// A terminal sends these to the child directly; forwarding them would count as a second signal, which kills it.
const hasTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY)
const fromTerminal = ['SIGINT', 'SIGQUIT', 'SIGHUP']

for (const signal of ['SIGTERM', 'SIGUSR2', ...fromTerminal]) {
  process.on(signal, () => {
    if (!hasTerminal || !fromTerminal.includes(signal)) child.kill(signal)
  })
}

child.on('error', (error) => fail(`The pinned Node cannot be started: ${error.message}. Run npm ci again.`))
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))

/** The executable of the package `node`, wherever npm has installed it. */
function pinnedNode() {
  try {
    const file = createRequire(import.meta.url).resolve('node/package.json')
    return join(dirname(file), JSON.parse(readFileSync(file, 'utf8')).bin.node)
  } catch {
    return fail('The pinned Node is not installed. Run npm ci first.')
  }
}

function fail(message) {
  process.stderr.write(`error: ${message}\n`)
  process.exit(1)
}
