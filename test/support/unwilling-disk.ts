// The service itself, on a disk that lets a flush wait, or fail, for as long as there is a file of that name in its folder.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const flush = fs.fdatasync

fs.fdatasync = ((descriptor: number, done: (error: Error | null) => void) => {
  fs.appendFileSync('flushes', '.')
  const look = () => {
    if (fs.existsSync('wait')) setTimeout(look, 5)
    else if (fs.existsSync('fail')) done(new Error('EIO: i/o error, fdatasync'))
    else flush(descriptor, done)
  }
  look()
}) as typeof fs.fdatasync
syncBuiltinESMExports()

await import('../../server/main.ts')
