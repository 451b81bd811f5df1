// Engines: none
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { progressView } from '../../../server/commands/progress.ts'
import type { Shell } from '../../../server/commands/shell.ts'

describe('The progress of a command', () => {
  const lines: string[] = []
  const shell = { tell: (line: string) => lines.push(line), terminal: undefined } as unknown as Shell

  it('is a line every 50,000 rows without a terminal', () => {
    const view = progressView(shell, { title: 'users', total: 0 })
    for (const rows of [10_000, 50_000, 99_999, 150_000]) view.at(0, rows)
    view.end()
    assert.equal(lines.length, 2)
    for (const line of lines) assert.match(line, /^users: [\d,]+ rows so far, [\d,]+ rows\/s$/)
  })

  it('is a bar with rate and remaining time on a terminal', async () => {
    const stream = Object.assign(new PassThrough(), {
      isTTY: true,
      columns: 120,
      cursorTo: () => true,
      moveCursor: () => true,
      clearLine: () => true,
      clearScreenDown: () => true,
    })
    let drawn = ''
    stream.on('data', (text) => {
      drawn += text
    })
    const terminal = stream as unknown as NodeJS.WriteStream
    const view = progressView({ ...shell, terminal } as Shell, { title: 'users', total: 200 })
    view.at(100, 1234)
    view.end()
    await new Promise((resolve) => setImmediate(resolve))
    assert.match(drawn, /users .*50 % \| 1,234 rows \| [\d,]+ rows\/s \| .* left/)
  })
})
