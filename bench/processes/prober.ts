import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { answerWith } from './talk.ts'

const EVERY_MS = 100

/** Probes a service ten times a second for this long, like a supervisor, each time on a new connection. */
answerWith(async ({ url, ms }: { url: string; ms: number }): Promise<number[]> => {
  const end = performance.now() + ms
  const probes: Promise<number>[] = []
  while (performance.now() < end) {
    probes.push(timeOf(url))
    await wait(EVERY_MS)
  }
  return (await Promise.all(probes)).sort((one, other) => one - other)
})

/** @throws Error unless the response is 200 */
function timeOf(url: string): Promise<number> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - start)
        else reject(new Error(`${url} said ${response.statusCode}.`))
      })
    }).once('error', reject)
  })
}
