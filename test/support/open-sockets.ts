import { Socket } from 'node:net'

/**
 * Reports connections that are open after the last test, and no longer waits for them. Once, a client of PostgreSQL was left whose
 * descriptor something else had closed: the process would have waited for it until its time limit.
 */
export function reportOpenSockets(): void {
  const handles = (process as unknown as { _getActiveHandles: () => unknown[] })._getActiveHandles()
  for (const handle of handles) {
    if (!(handle instanceof Socket) || handle.remotePort === undefined) continue
    const { remotePort, bytesRead, bytesWritten } = handle
    console.error(
      `Still open: a connection to port ${remotePort} (${bytesRead} bytes read, ${bytesWritten} written).`,
    )
    handle.unref()
  }
}
