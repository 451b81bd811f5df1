import { createHash } from 'node:crypto'
import { badRequest, Refusal, unknownPosition } from '../errors.ts'
import { say } from '../messages/say.ts'
import { dialectOf } from './dialect.ts'
import type { Engine } from './engine.ts'
import type { Db } from './tables.ts'

/** How far a database has come, as a text for clients: a read that names it sees at least that much, from any process. */
export interface Positions {
  /** A position with all that this process has committed. */
  written: () => Promise<string>
  /** @returns a function that writes a number of {@link Engine.progress}, such as that of a `PositionedEntry`, as a position */
  texts: () => Promise<(at: number) => string>
  /** @throws Refusal 400 */
  parse: (text: string) => Position
  /**
   * Resolves once all caches of this process reflect every commit before the call.
   * @throws Refusal 503 if that takes longer than {@link MAX_WAIT_MS}
   */
  catchUp: () => Promise<Reached>
}

export interface Position {
  /** Of its database. */
  name: string
  at: number
}

/** What a process has caught up with. */
export interface Reached {
  /** @throws Refusal 409 for a position that the database never had, or has lost */
  requireKnown: (position: Position) => void
}

const MAX_WAIT_MS = 2000

/** The database's name, and a number in base 36. */
const SHAPE = /^([\w-]{8})\.([0-9a-z]{1,11})$/

export function createPositions(db: Db, { written, known }: Engine['progress']): Positions {
  let name: Promise<string> | undefined
  const ownName = () => {
    name ??= nameOf(db).catch((error: unknown) => {
      name = undefined
      throw error
    })
    return name
  }
  const texts = async () => {
    const own = await ownName()
    return (at: number) => `${own}.${at.toString(36)}`
  }
  return {
    written: async () => (await texts())(written()),
    texts,
    parse: (text) => {
      const [, name, at] = SHAPE.exec(text) ?? []
      if (name === undefined || at === undefined)
        throw badRequest('malformed', say`X-At-Least must be the X-Position of an answer.`)
      return { name, at: Number.parseInt(at, 36) }
    },
    catchUp: async () => {
      const own = await ownName()
      const reached = await inTime(known())
      if (reached === undefined) throw behind()
      return {
        requireKnown: ({ name, at }) => {
          if (name !== own || at > reached) throw unknownPosition()
        },
      }
    },
  }
}

/** A short name, which shows nothing of the database. */
async function nameOf(db: Db): Promise<string> {
  const { rows } = await dialectOf(db).identity.execute(db)
  const { identity } = rows[0] as { identity: string }
  return createHash('sha256').update(identity).digest('base64url').slice(0, 8)
}

const behind = () =>
  new Refusal(503, 'behind', say`This process can't tell whether it has reached that position. Try again.`, {
    headers: { 'retry-after': '1' },
  })

function inTime<T>(running: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(behind()), MAX_WAIT_MS)
  return Promise.race([running, promise]).finally(() => clearTimeout(timer))
}
