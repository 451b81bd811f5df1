import type { LucideIcon } from 'lucide-react'
import { useEffect, useId } from 'react'

/** An action that the palette offers by its name. */
export interface Command {
  /** One command per id is offered: one that can run at once, rather than one that first opens a page. */
  id: string
  label: string
  icon: LucideIcon
  /** Further words that find it. */
  words?: string | undefined
  /** It takes something away: offered last, and never preselected by a part of its name. */
  isGrave?: boolean | undefined
  run?: (() => void) | undefined
  /** The page where it is. If that page offers a command of the same id, it runs there. */
  to?: string
}

type Scope = 'page' | 'everywhere'

const offered = new Map<string, { scope: Scope; commands: Command[] }>()
const listeners = new Set<() => void>()
let snapshot: Record<Scope, Command[]> = { page: [], everywhere: [] }

const isRunnable = ({ run }: Command) => run !== undefined

function update(): void {
  const of = (scope: Scope) =>
    [...offered.values()].filter((offer) => offer.scope === scope).flatMap(({ commands }) => commands)
  snapshot = { page: distinct(of('page')), everywhere: distinct(of('everywhere')) }
  for (const listener of listeners) listener()
}

/** One of each id. */
export function distinct(commands: Command[]): Command[] {
  const best = new Map<string, Command>()
  for (const command of commands) {
    const known = best.get(command.id)
    if (!known || (!isRunnable(known) && isRunnable(command))) best.set(command.id, command)
  }
  return [...best.values()]
}

export const commandStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: () => snapshot,
}

/** The command that runs once its page offers it, unless the user does something else meanwhile. */
let awaited: string | undefined

const MEANWHILE = ['keydown', 'pointerdown']

function forget(event: Event): void {
  // The key that chose the command may still be pressed.
  if (event instanceof KeyboardEvent && event.repeat) return
  awaited = undefined
  for (const type of MEANWHILE) removeEventListener(type, forget, { capture: true })
}

/** Runs the command on the page that is opened next. */
function runOnceOffered(id: string): void {
  awaited = id
  for (const type of MEANWHILE) addEventListener(type, forget, { capture: true })
}

/**
 * Runs a command that belongs to another page.
 * @param navigate to that page
 */
export function runElsewhere({ id, to }: Command, navigate: (to: string) => unknown): void {
  const here = snapshot.page.find((command) => command.id === id && isRunnable(command))
  if (here?.run) {
    here.run()
    return
  }
  runOnceOffered(id)
  if (to) navigate(to)
}

/** Offers commands in the palette for as long as the component is mounted. */
export function useCommands(commands: Command[], scope: Scope = 'page'): void {
  const key = useId()
  useEffect(() => {
    offered.set(key, { scope, commands })
    update()
    const run = commands.find(({ id }) => id === awaited)?.run
    if (!run) return
    awaited = undefined
    run()
  })
  useEffect(
    () => () => {
      offered.delete(key)
      update()
    },
    [key],
  )
}
