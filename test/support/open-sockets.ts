import { Socket } from 'node:net'

const GRACE_MS = 5000

/**
 * Ends a process that would wait for a connection after its last test, and reports the connection. Once, a client of PostgreSQL was
 * left whose descriptor something else had closed: the process would have waited for it until its time limit.
 */
export function endDespiteOpenSockets(): void {
  setTimeout(report, GRACE_MS).unref()
}

function report(): void {
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
