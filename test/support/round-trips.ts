import { connect, createServer } from 'node:net'

/** The statements of a transaction, as lists of those that were sent before the client waited for their results. */
type RoundTrips = string[][]

export interface RoundTripProxy {
  url: string
  /** The transactions that have begun since the last call of this function. */
  take: () => RoundTrips[]
  /** Those among them that number entries, which `take` leaves out. */
  numberings: () => RoundTrips[]
  stop: () => Promise<void>
}

/** A network between the service and PostgreSQL that notes which statements share a round trip. */
export async function roundTripProxy(databaseUrl: string): Promise<RoundTripProxy> {
  const { hostname, port } = new URL(databaseUrl)
  let transactions: RoundTrips[] = []
  const sockets = new Set<{ destroy: () => unknown }>()
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    let [isWaiting, trips]: [boolean, RoundTrips | undefined] = [false, undefined]
    const statementsIn = messageReader()
    client.on('data', (bytes: Buffer) => {
      upstream.write(bytes)
      for (const text of statementsIn(bytes)) {
        if (text.startsWith('start transaction')) {
          trips = []
          transactions.push(trips)
          isWaiting = true
        }
        if (isWaiting) trips?.push([])
        trips?.at(-1)?.push(text)
        isWaiting = false
        if (text === 'commit' || text === 'rollback') trips = undefined
      }
    })
    upstream.on('data', (bytes: Buffer) => {
      client.write(bytes)
      isWaiting = true
    })
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(one)
      one.on('error', () => undefined).on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as { port: number }
  return {
    url: Object.assign(new URL(databaseUrl), { port: address.port }).href,
    take: () => {
      const taken = transactions
      transactions = []
      return taken.filter((trips) => !isNumbering(trips))
    },
    numberings: () => transactions.filter(isNumbering),
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The service numbers the entries of the audit trail beside its requests. Its first run reads first how far that has come. */
const isNumbering = (trips: RoundTrips): boolean =>
  trips
    .flat()
    .some(
      (text) =>
        text.includes('audit_entries_id_seq') || text.startsWith('select "settled" from "audit_numbers"'),
    )

/** The texts of the statements in a client's messages: https://www.postgresql.org/docs/current/protocol-message-formats.html */
function messageReader(): (bytes: Buffer) => string[] {
  const prepared = new Map<string, string>()
  let rest: Buffer = Buffer.alloc(0)
  // The first message has no type.
  let typeBytes = 0
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    const texts: string[] = []
    while (rest.length >= typeBytes + 4) {
      const length = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < length) break
      const type = typeBytes === 0 ? '' : String.fromCharCode(rest[0] as number)
      const [first = '', second = ''] = rest.toString('utf8', typeBytes + 4, length).split('\0', 2)
      if (type === 'P') prepared.set(first, second)
      if (type === 'B') texts.push(prepared.get(second) ?? '')
      if (type === 'Q') texts.push(first)
      rest = rest.subarray(length)
      typeBytes = 1
    }
    return texts
  }
}
