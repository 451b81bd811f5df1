// Runs in a thread of its own, so that its requests arrive at once and the service cannot delay them: sends many requests
// on as many open connections, and reports how each was answered.
import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const { url, token, count } = workerData as { url: string; token: string; count: number }
const agent = new Agent({ keepAlive: true, maxSockets: count })

const ask = (url: string): Promise<{ status: number; body: string; retryAfter: string | undefined }> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      let body = ''
      response.on('data', (text) => {
        body += text
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body, retryAfter: response.headers['retry-after'] }),
      )
    }).on('error', reject)
  })

const askMany = (url: string) => Promise.all(Array.from({ length: count }, () => ask(url)))

await askMany(new URL('/healthz', url).href)
parentPort?.postMessage(await askMany(url))
agent.destroy()
