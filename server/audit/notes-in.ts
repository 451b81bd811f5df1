import { RESTART, RESTART_LINES } from './restart-note.ts'

const SIGNATURE = '— '
const CHECKPOINT_LINES = 3

/**
 * The signed notes of a file to which they were appended: the lines of a checkpoint or a restart, an empty one, and lines of
 * signatures. Whatever is no note is skipped: it proves nothing, and what follows it may.
 */
export function notesIn(text: string): string[] {
  const notes: string[] = []
  let body: string[] = []
  let signatures: string[] = []
  let isBodyOver = false
  const end = () => {
    const lines = body.at(-RESTART_LINES) === RESTART ? RESTART_LINES : CHECKPOINT_LINES
    if (signatures.length > 0 && body.length >= lines)
      notes.push(`${body.slice(-lines).join('\n')}\n\n${signatures.join('\n')}\n`)
    body = []
    signatures = []
    isBodyOver = false
  }
  for (const line of text.split('\n'))
    if (line.startsWith(SIGNATURE)) signatures.push(line)
    else if (line === '') isBodyOver = body.length > 0
    else {
      // Without signatures, it is the part of a note after which the disk was full.
      if (signatures.length > 0 || isBodyOver) end()
      body.push(line)
    }
  end()
  return notes
}
