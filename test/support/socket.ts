import { once } from 'node:events'
import { connect } from 'node:net'

/** A raw connection, for requests that are slow, unfinished or not HTTP. */
export async function openSocket(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => (received += text))
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
  // A reset by the other side is no failure: what was received before counts.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return {
    send: (text: string) => socket.write(text),
    /** Ends the sending side; answers are still received. */
    finish: () => socket.end(),
    /** Waits for an answer, and leaves the connection open. */
    answered: async () => {
      if (received === '') await once(socket, 'data')
    },
    /** Everything that was received, once the other side has closed. */
    closed,
    close: () => socket.destroy(),
  }
}

/** A request whose whole body is announced, and sent in two parts. */
export function slowRequest(path: string, body: object, headers: Record<string, string> = {}) {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    host: 'localhost',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  const begin = `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text.slice(0, 5)}`
  return { begin, rest: text.slice(5) }
}
