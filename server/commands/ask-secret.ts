import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CommandError } from './shell.ts'

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream
}

/** Asks for a secret without echo. @throws CommandError without a terminal, or if no answer is given */
export async function askSecret(question: string, { input, output }: Terminal): Promise<string> {
  if (!input.isTTY) {
    throw new CommandError(
      'There is no password, and no terminal to ask on. Use --password-file, or set ADMIN_PASSWORD.',
    )
  }
  // The interface echoes what is typed to its own output, which is discarded.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: nowhere, terminal: true })
  output.write(question)
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve)
      lines.once('SIGINT', () => reject(new CommandError('Interrupted.')))
      lines.once('close', () => reject(new CommandError('No password was given.')))
    })
  } finally {
    lines.close()
    output.write('\n')
  }
}
