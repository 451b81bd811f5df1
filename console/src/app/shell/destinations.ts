import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { KeyRound, LayoutDashboard, type LucideIcon, ShieldCheck, Tag, UserRound } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslate } from 'react-admin'
import { type May, useMay, useMe } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { type Command, commandStore, distinct } from '../../ui/commands.ts'
import type { Failing } from '../../ui/Retry.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import { containsWords, fold, wordsOf } from '../../ui/words.ts'
import { ACTIONS, MENU } from '../pages.tsx'

/** A page or record to go to, or a command to run. */
export interface Destination extends Omit<Command, 'icon'> {
  detail?: string | undefined
  /** Message key of its name. */
  group: string
  icon: LucideIcon
}

const MOST = 5

interface Source {
  group: string
  isOpen: (may: May) => boolean
  find: (q: string, signal: AbortSignal) => Promise<Destination[]>
}

const found =
  (group: string, icon: LucideIcon) =>
  (to: string, label: string, detail?: string | null): Destination => ({
    id: to,
    to,
    label,
    group,
    icon,
    detail: detail ?? undefined,
  })

const asUser = found('users.title', UserRound)
const asRole = found('roles.title', ShieldCheck)
const asPermission = found('permissions.title', KeyRound)
const asTerm = found('app.go_to.terms', Tag)

/** Resources that are searched in addition to the pages. */
const SOURCES: Source[] = [
  {
    group: 'users.title',
    isOpen: (may) => may('users', 'list'),
    find: async (q, signal) =>
      (await client.users.list({ q, per_page: MOST }, { signal })).data.map(({ id, name, email }) =>
        asUser(`/users/${id}`, name, email),
      ),
  },
  {
    group: 'roles.title',
    isOpen: (may) => may('roles', 'list'),
    find: async (q, signal) =>
      (await client.roles.list({ q, per_page: MOST }, { signal })).data.map(({ id, name }) =>
        asRole(`/roles/${id}`, name),
      ),
  },
  {
    group: 'permissions.title',
    isOpen: (may) => may('permissions', 'list'),
    find: async (q, signal) =>
      (await client.permissions.list({ q, per_page: MOST }, { signal })).data.map(({ id, name, slug }) =>
        asPermission(`/permissions/${id}`, name, slug),
      ),
  },
  {
    group: 'app.go_to.terms',
    isOpen: (may) => may('taxonomies', 'list'),
    find: async (q, signal) =>
      (await client.taxonomies.list({ q, per_page: MOST }, { signal })).data.map(
        ({ id, name, type, parent }) =>
          asTerm(`/taxonomies/${id}`, name, [type?.name, parent?.name].filter(Boolean).join(' · ')),
      ),
  },
]

/** Shorter texts are inside many words: people who type the beginning of a name want no commands. */
const SHORT = 3

/** How well a name matches: as it begins, at the beginning of its words, or anywhere in it; Infinity if not at all. */
function distanceOf({ label, words = '' }: Destination, q: string): number {
  if (!containsWords(`${label} ${words}`, q)) return Number.POSITIVE_INFINITY
  const [folded, typed] = [fold(label), fold(q)]
  if (folded.startsWith(typed)) return 0
  if (wordsOf(q).every((word) => ` ${folded}`.includes(` ${word}`))) return 1
  return typed.length < SHORT ? Number.POSITIVE_INFINITY : 2
}

/**
 * Whether Enter chooses it without another key. A grave command has to be typed: by its first word, or chosen with the arrows.
 * Otherwise Enter would run it for those who have typed nothing, or the beginning of a person's name.
 */
export const isPreselected = ({ isGrave = false, label }: Destination, typed: string): boolean =>
  !isGrave ||
  (typed.trim() !== '' && ` ${wordsOf(label).join(' ')} `.startsWith(` ${wordsOf(typed).join(' ')} `))

const isLight = ({ isGrave = false }: Destination) => !isGrave

/** The destinations that match, best first; those of a group stay together. */
function matching(destinations: Destination[], q: string): Destination[] {
  const found = destinations
    .map((destination) => ({ destination, distance: distanceOf(destination, q) }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.distance - other.distance)
    .map(({ destination }) => destination)
  return [...Map.groupBy(found, ({ group }) => group).values()].flat()
}

/** Commands of the page on show, pages, and commands of the whole console. */
function useLocalDestinations(): Destination[] {
  const translate = useTranslate()
  const may = useMay()
  const me = useMe()
  const { page, everywhere } = useSyncExternalStore(commandStore.subscribe, commandStore.get)
  const pages = [
    { to: '/', label: 'dashboard.title', icon: LayoutDashboard },
    ...MENU.flatMap(({ items }) => items).filter(({ isOpen }) => isOpen(may, me)),
  ].map(({ to, label, icon }) => ({ id: to, to, icon, label: translate(label), group: 'app.go_to.pages' }))
  const actions = ACTIONS.filter(({ isOpen }) => isOpen(may, me)).map(({ to, label, icon }) => ({
    id: label,
    to,
    icon,
    label: translate(label),
  }))
  const here = page.map((command) => ({
    ...command,
    group: `app.go_to.${command.isGrave ? 'grave' : 'here'}`,
  }))
  const there = distinct([...actions, ...everywhere])
    .filter(({ id }) => !page.some((command) => command.id === id))
    .map((command) => ({ ...command, group: 'app.go_to.actions' }))
  return [...pages, ...here.filter(isLight), ...there, ...here.filter((command) => !isLight(command))]
}

/** Destinations that match the typed text: pages and commands immediately, records as the service finds them. */
export function useDestinations(typed: string): {
  destinations: Destination[]
  isSearching: boolean
  /** Error of a failed search. */
  failed: Failing | undefined
} {
  const may = useMay()
  const text = typed.trim()
  const q = useDebounced(text)
  const local = useLocalDestinations()
  const searches = useQueries({
    queries: SOURCES.filter(({ isOpen }) => isOpen(may)).map(({ group, find }) => ({
      queryKey: ['go to', group, q],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(q, signal),
      enabled: q !== '',
      placeholderData: keepPreviousData,
      staleTime: 10_000,
    })),
  })
  const failures = text === '' ? [] : searches.filter(({ error }) => error)
  const [failed] = failures
  const offered = text === '' ? local : matching(local, text)
  // Those of an earlier text, until the new ones are there: Enter must not choose one that does not match.
  const fits = ({ label, detail = '' }: Destination) => containsWords(`${label} ${detail}`, text)
  const records =
    text === ''
      ? []
      : searches.flatMap(({ data = [], isPlaceholderData }) =>
          isPlaceholderData || q !== text ? data.filter(fits) : data,
        )
  return {
    destinations: [...offered.filter(isLight), ...records, ...offered.filter((command) => !isLight(command))],
    failed: failed && {
      error: failed.error,
      refetch: () => Promise.all(failures.map(({ refetch }) => refetch())),
    },
    isSearching: q !== text || searches.some(({ isFetching }) => isFetching),
  }
}
