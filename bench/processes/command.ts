import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROLECALL } from './service.ts'

/** Runs the command line until it ends. @param cwd without a `.env` @returns the end of what it prints */
export async function rolecall(
  args: readonly string[],
  { cwd, ...env }: { cwd: string; [variable: string]: string },
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [...ROLECALL, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      // Bounded, in case it prints a lot.
      output = (output + text).slice(-5000)
    })
  const [code] = await once(child, 'close')
  return { code, output }
}
