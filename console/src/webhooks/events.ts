import { KINDS, type Kind } from '../features/entries/kinds.ts'

const VERBS = ['create', 'update', 'delete', 'restore', 'destroy'] as const

/** Actions that only some records have. */
const OTHERS: Partial<Record<Kind, readonly string[]>> = {
  users: ['roles.*', 'taxonomies.*', 'tokens.*', 'factors.*', 'offboard', 'erase'],
  roles: ['permissions.*'],
  taxonomies: ['merge'],
}

/** Actions that belong to no record: all that begin alike, and single ones. */
const APART = ['signin', 'signin.*', 'signin.failed', 'signout', 'import']
const SERVICE = ['invitations.*', 'mails.*', 'audit.*', 'secret.*']

interface Suggestion {
  pattern: string
  /** Message keys, below `webhooks`. */
  group: string
  label: string
}

const inGroup = (group: string) => (pattern: string) => ({
  pattern,
  group,
  label: `patterns.${keyOf(pattern)}`,
})

/** Message keys have no dots and asterisks. */
const keyOf = (pattern: string) => pattern.replaceAll('.', '_').replaceAll('*', 'all')

const ofRecord = (record: Kind): Suggestion[] => [
  { pattern: `${record}.*`, group: record, label: 'patterns.all_of' },
  ...VERBS.map((verb) => ({ pattern: `${record}.${verb}`, group: record, label: `patterns.${verb}` })),
  ...(OTHERS[record] ?? []).map((rest) => inGroup(record)(`${record}.${rest}`)),
]

/** What is offered while events are chosen: the actions of the audit trail that receivers ask for, as patterns. */
export const SUGGESTIONS: readonly Suggestion[] = [
  { pattern: '*', group: 'everything', label: 'patterns.everything' },
  ...KINDS.flatMap(ofRecord),
  ...APART.map(inGroup('signins')),
  ...SERVICE.map(inGroup('service')),
]

/** Words that search the suggestions, such as "a role". */
export const isSearch = (text: string): boolean =>
  /\S\s/.test(text) && !patternsIn(text).every((part) => /[.*]/.test(part))

/** The patterns in a text, each once. */
export const patternsIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
