// Sends the recorded responses of tests to Prism and lists those that differ from the description: see CONTRIBUTING.md.
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import type { Recorded } from './support/described-answers.ts'
import { checkedInDescription } from './support/description.ts'

const [file = '', prism = 'http://127.0.0.1:4010', port = '4011'] = process.argv.slice(2)
/** How many of each operation and status are sent; the others are alike. */
const MOST_ALIKE = 5

const { document, templateOf } = checkedInDescription()
const alike = new Map<string, number>()
const violations = new Map<string, number>()
let shown = 0
let next: Recorded | undefined

// The upstream that Prism passes requests on to: it answers with the recorded response.
const service = createServer((request, response) => {
  request.resume()
  const { status, headers, body } = (next as Recorded).answer
  const kept = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !/^(content-length|connection|keep-alive|date)$/.test(name),
  )
  response.writeHead(status, Object.fromEntries(kept) as Record<string, string>)
  response.end(status === 304 ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
})
await once(service.listen(Number(port), '127.0.0.1'), 'listening')

for await (const line of createInterface({ input: createReadStream(file) })) {
  const recorded = JSON.parse(line) as Recorded
  const { called, answer } = recorded
  const template = templateOf(called.path) ?? ''
  const operation = document.paths[template]?.[called.method.toLowerCase()]
  const name = `${called.method} ${template} ${answer.status}`
  const seen = alike.get(name) ?? 0
  // Prism expects a body in the response to a HEAD request, and refuses long URLs itself.
  if (called.method === 'HEAD' || answer.status === 414) continue
  // X-Http-Status makes every status 200; only the introduction of the description mentions it, not the operations.
  if (operation === undefined || called.headers?.['x-http-status'] !== undefined || seen === MOST_ALIKE)
    continue
  alike.set(name, seen + 1)
  next = recorded
  shown += 1
  const { authorization = '', 'x-api-variant': variant } = called.headers ?? {}
  const response = await fetch(prism + called.path, {
    method: called.method,
    headers: {
      authorization: String(authorization),
      ...(variant !== undefined && { 'x-api-variant': String(variant) }),
    },
    redirect: 'manual',
  })
  await response.arrayBuffer()
  const reported = JSON.parse(response.headers.get('sl-violations') ?? '[]') as Violation[]
  const faults = reported.filter(({ location }) => location[0] === 'response')
  if (response.status !== answer.status)
    faults.push({ location: [], message: `was answered ${response.status}` })
  for (const { location, message } of faults) {
    const fault = `${name}: ${location.join('.')} ${message}`
    violations.set(fault, (violations.get(fault) ?? 0) + 1)
  }
}
service.close()
for (const [fault, count] of violations) console.log(`${count} × ${fault}`)
console.log(`${shown} answers of ${alike.size} kinds, ${violations.size} violations.`)
if (violations.size > 0) process.exitCode = 1

interface Violation {
  location: string[]
  message: string
}
