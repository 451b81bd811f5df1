import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { answerWith } from './talk.ts'

const EVERY_MS = 100

/** Asks whether a service is alive, ten times a second for so long, as a supervisor does: on a connection of its own. */
answerWith(async ({ url, ms }: { url: string; ms: number }): Promise<number[]> => {
  const end = performance.now() + ms
  const asked: Promise<number>[] = []
  while (performance.now() < end) {
    asked.push(timeOf(url))
    await wait(EVERY_MS)
  }
  return (await Promise.all(asked)).sort((one, other) => one - other)
})

/** @throws Error unless it says yes */
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
