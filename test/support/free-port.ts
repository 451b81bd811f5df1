import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Above the ports to which browsers refuse to connect, and below those that systems hand out. */
const [FIRST, END] = [11_000, 32_768]

/**
 * A port on which nobody listens. The system does not assign it to `listen(0)` or to a connection, so it is still free when
 * the caller uses it seconds later.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const server = createServer().once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') resolve(false)
    else reject(error)
  })
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}
