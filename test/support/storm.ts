// Run as a thread of its own, so that its requests come at once and the service cannot hold them up: many requests on as
// many connections, and how each was answered.
import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const { url, token, count } = workerData as { url: string; token: string; count: number }
const agent = new Agent({ maxSockets: count })

const ask = (): Promise<{ status: number; body: string; retryAfter: string | undefined }> =>
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

parentPort?.postMessage(await Promise.all(Array.from({ length: count }, ask)))
