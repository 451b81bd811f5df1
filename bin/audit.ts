// Runs `npm audit` on the run-time dependencies, as part of `npm run check`. High and critical advisories fail. A registry
// that is unreachable or has no advisories is reported and does not fail.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

const FAILING = ['high', 'critical']

interface Advisory {
  title: string
  url: string
  severity: string
}

/** A package of the report. A bare name in `via` refers to another package of the report. */
interface Finding {
  name: string
  severity: string
  via: (Advisory | string)[]
  nodes: string[]
}

interface Report {
  vulnerabilities?: Record<string, Finding>
  message?: string
  error?: { code?: string; summary?: string }
}

/** Runs npm. Uses the current Node if npm itself started this script. */
async function askRegistry(): Promise<{ out: string; err: string }> {
  const { npm_execpath: npm } = process.env
  const [command, ...before] = npm === undefined ? ['npm'] : [process.execPath, npm]
  const args = [...before, 'audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000']
  const child = spawn(command as string, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject))
  const [out, err] = await Promise.race([Promise.all([text(child.stdout), text(child.stderr)]), failed])
  return { out, err }
}

function readReport(out: string): Report {
  try {
    return JSON.parse(out) as Report
  } catch {
    return {}
  }
}

/** One line per advisory: severity, package, location, title. */
const linesOf = ({ name, nodes, via }: Finding): string[] =>
  via
    .filter((each) => typeof each === 'object')
    .map(({ severity, title, url }) => `${severity}: ${name} (${nodes.join(', ')}): ${title} ${url}`)

/** Failures of npm itself, which do not depend on the registry. */
const OURS = ['ENOLOCK', 'EUSAGE', 'EAUDITNOLOCK']

/** @returns the exit code */
function tell({ vulnerabilities, message, error }: Report, complaint: string): number {
  if (vulnerabilities === undefined) {
    const why = error?.summary || message || complaint.trim().split('\n')[0] || 'npm says nothing'
    console.warn(`audit: the registry could not be asked for known faults: ${why}`)
    return OURS.includes(error?.code ?? '') ? 1 : 0
  }
  const found = Object.values(vulnerabilities)
  for (const line of found.flatMap(linesOf)) console.error(`audit: ${line}`)
  const failing = found.filter(({ severity }) => FAILING.includes(severity))
  console.log(
    failing.length === 0
      ? `audit: no high or critical fault is known; ${found.length} of others.`
      : `audit: high or critical in ${failing.map(({ name }) => name).join(', ')}.`,
  )
  return failing.length === 0 ? 0 : 1
}

const { out, err } = await askRegistry()
process.exitCode = tell(readReport(out), err)
