const SIGNATURE = '— '

/**
 * The signed notes of a file to which they were appended: three lines, an empty one, and lines of signatures. Whatever is no note
 * is skipped: it proves nothing, and what follows it may.
 */
export function notesIn(text: string): string[] {
  const notes: string[] = []
  let body: string[] = []
  let signatures: string[] = []
  const end = () => {
    if (signatures.length > 0 && body.length >= 3)
      notes.push(`${body.slice(-3).join('\n')}\n\n${signatures.join('\n')}\n`)
    body = []
    signatures = []
  }
  for (const line of text.split('\n'))
    if (line.startsWith(SIGNATURE)) signatures.push(line)
    else if (line !== '') {
      if (signatures.length > 0) end()
      body.push(line)
    }
  end()
  return notes
}
