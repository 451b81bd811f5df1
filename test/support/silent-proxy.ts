import { connect, createServer, type Socket } from 'node:net'

/** A network between a client and a TCP server that can drop all packets, without either side noticing. */
export interface SilentProxy {
  port: number
  /** From here on, the proxy forwards nothing; it still accepts connections. */
  fallSilent: () => void
  /** Forwards new connections to the server again; existing ones stay silent. */
  speakAgain: () => void
  /** Connections since the start. */
  count: () => number
  stop: () => Promise<void>
}

export async function silentProxy(target: { host: string; port: number }): Promise<SilentProxy> {
  let isSilent = false
  const pairs: Socket[][] = []
  const server = createServer((client) => {
    client.on('error', () => undefined)
    if (isSilent) {
      pairs.push([client.pause()])
      return
    }
    const upstream = connect(target).on('error', () => undefined)
    pairs.push([client, upstream])
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    fallSilent: () => {
      isSilent = true
      for (const [client, upstream] of pairs) {
        client?.unpipe().pause()
        upstream?.unpipe().pause()
      }
    },
    speakAgain: () => {
      isSilent = false
    },
    count: () => pairs.length,
    stop: async () => {
      for (const socket of pairs.flat()) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
