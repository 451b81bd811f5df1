import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { MailServer } from '../../server/mail/settings.ts'

const open = new Set<() => unknown>()

/** Stops all servers that are open. A file that starts one calls this after its tests: several files share a process. */
export async function stopServers(): Promise<void> {
  await Promise.all([...open].map((stop) => stop()))
}

/** A mail that a server accepted. */
export interface Received extends Email {
  from: { address: string; name: string }
  recipient: string
  user: string | undefined
  isEncrypted: boolean
}

/** Refuses a command with this reply; undefined accepts it. */
type Refuse = (recipient: string) => { code: number; text: string } | undefined

interface Behaviour {
  recipient: Refuse
  /** After the whole message was received. */
  message: Refuse
  password: (password: string) => boolean
  /** Before the message is accepted. */
  arrived: (mail: Received) => Promise<void> | void
}

interface ReceiverOptions {
  /** Offers STARTTLS, with a certificate that nobody has signed. */
  hasTls?: boolean
  port?: number
}

export interface Receiver {
  /** What Rolecall is told of it. */
  server: MailServer
  received: Received[]
  /** The recipients of all attempts. */
  attempts: string[]
  /** Connections that are open. */
  connections: () => number
  /** Changes what it does, until the next {@link accept}. */
  behave: (behaviour: Partial<Behaviour>) => void
  accept: () => void
  stop: () => Promise<void>
}

const ACCEPTS: Behaviour = {
  recipient: () => undefined,
  message: () => undefined,
  password: () => true,
  arrived: () => undefined,
}

/** A mail server in the process of the tests. {@link stopServers} stops it. */
export async function startReceiver({ hasTls = false, port = 0 }: ReceiverOptions = {}): Promise<Receiver> {
  let behaviour = ACCEPTS
  const received: Received[] = []
  const attempts: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    ...(!hasTls && { disabledCommands: ['STARTTLS'] }),
    onAuth: ({ username, password }, _session, done) => {
      const isRight = behaviour.password(password ?? '')
      done(isRight ? null : refused({ code: 535, text: '5.7.8 wrong password' }), { user: username })
    },
    onRcptTo: ({ address }, _session, done) => {
      attempts.push(address)
      done(refused(behaviour.recipient(address)))
    },
    onData: async (stream, session, done) => {
      // The client died within the message.
      const mail = await readMail(stream, session).catch(() => undefined)
      if (!mail) return done(refused({ code: 451, text: 'incomplete' }))
      const refusal = behaviour.message(mail.recipient)
      if (!refusal) {
        received.push(mail)
        await behaviour.arrived(mail)
      }
      done(refused(refusal))
    },
  })
  // Clients that die in a test end their connections in many ways.
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const stop = () => {
    open.delete(stop)
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  open.add(stop)
  return {
    server: loopback((server.server.address() as AddressInfo).port),
    received,
    attempts,
    connections: () => server.connections.size,
    behave: (changes) => {
      behaviour = { ...ACCEPTS, ...changes }
    },
    accept: () => {
      behaviour = ACCEPTS
    },
    stop,
  }
}

/** A server on this machine, as MAIL_URL names it. */
export const loopback = (port: number): MailServer => ({
  host: '127.0.0.1',
  port,
  isTls: false,
  isTlsOptional: true,
  user: undefined,
  password: undefined,
})

async function readMail(stream: AsyncIterable<Buffer>, session: SMTPServerSession): Promise<Received> {
  const mail = await PostalMime.parse(await buffer(stream))
  return {
    ...mail,
    from: mail.from as Received['from'],
    recipient: session.envelope.rcptTo.map(({ address }) => address).join(),
    user: session.user,
    isEncrypted: session.secure,
  }
}

function refused(refusal: ReturnType<Refuse>): Error | null {
  return refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null
}

/** A server that speaks no proper SMTP. */
export async function startBrokenServer(speak: (socket: Socket) => void): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    speak(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.add(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return loopback((server.address() as AddressInfo).port)
}

/**
 * Answers each line of a client by its first word, and destroys the connection where there is no answer. `MESSAGE` is the
 * answer to a whole message; none: the connection is destroyed at its first line, empty: at its end.
 */
export const speaking =
  (answers: Readonly<Record<string, string>>) =>
  (socket: Socket): void => {
    socket.write('220 broken.example\r\n')
    let rest = ''
    let isMessage = false
    const answer = (line: string) => {
      if (isMessage && answers.MESSAGE !== undefined && line !== '.') return
      const word = isMessage ? 'MESSAGE' : (line.split(/[ :]/, 1)[0] as string).toUpperCase()
      isMessage = word === 'DATA'
      if (answers[word]) socket.write(`${answers[word]}\r\n`)
      else socket.destroy()
    }
    socket.setEncoding('utf8').on('data', (text) => {
      const lines = (rest + text).split('\r\n')
      rest = lines.pop() ?? ''
      lines.forEach(answer)
    })
  }
