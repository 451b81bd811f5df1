// The service, on a disk whose flushes wait or fail for as long as its folder contains a file named `wait` or `fail`.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const flush = fs.fdatasync

fs.fdatasync = ((descriptor: number, done: (error: Error | null) => void) => {
  fs.appendFileSync('flushes', '.')
  const check = () => {
    if (fs.existsSync('wait')) setTimeout(check, 5)
    else if (fs.existsSync('fail')) done(new Error('EIO: i/o error, fdatasync'))
    else flush(descriptor, done)
  }
  check()
}) as typeof fs.fdatasync
syncBuiltinESMExports()

await import('../../server/main.ts')
