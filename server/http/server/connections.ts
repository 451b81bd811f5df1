import { createServer, type RequestListener, type Server } from 'node:http'

/** Timeouts of connections, in milliseconds. Only tests change them. */
export const TIMEOUTS = {
  /** For a client to send the headers of a request. */
  headers: 20_000,
  /** For a client to send a whole request. */
  request: 30_000,
  /** Between requests: longer than the timeout of proxies, so that the proxy closes the connection. */
  idle: 72_000,
  /** Without a byte in either direction, as when a client does not read its response. */
  stalled: 120_000,
  /** For a client to read why its connection is closed. */
  linger: 2000,
  /** How often Node checks these timeouts; its default is 30 seconds. */
  checkEvery: 5_000,
}

export type Timeouts = typeof TIMEOUTS

const KIB = 1024

export function createHttpServer(
  { headers, request, idle, stalled, checkEvery }: Timeouts,
  serve: RequestListener,
): Server {
  const options = {
    requestTimeout: request,
    keepAliveTimeout: idle,
    headersTimeout: headers,
    connectionsCheckingInterval: checkEvery,
    // The request line and the headers. Set here, so that Node's command line has no effect on it.
    maxHeaderSize: 16 * KIB,
    // Otherwise Node would refuse a request without a Host with an empty body: see `respondToWhatNodeRefuses` in conventions.ts.
    requireHostHeader: false,
  }
  return createServer(options, serve).setTimeout(stalled)
}
