/** The type of a translation: the same keys as the English messages. */
export type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> }

interface Module {
  messages: Record<string, unknown>
}

/** Messages keyed by folder: `users.title` is `title` in `users/messages.ts`. */
export const byFolder = (modules: Record<string, Module>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(modules).map(([path, { messages }]) => [path.split('/').at(-2), messages]),
  )

type Groups = Record<string, unknown>

/** React-admin's texts, overridden by ours. */
export const inOurWords = (theirs: Groups, ours: Groups): Groups => ({
  ...theirs,
  ...Object.fromEntries(
    Object.entries(ours).map(([group, texts]) => [
      group,
      { ...(theirs[group] as object), ...(texts as object) },
    ]),
  ),
})

/** French punctuation with no-break spaces, as our own texts have them: a line never begins with “?”. */
export const withNoBreakSpaces = (texts: Groups): Groups =>
  Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [
      key,
      typeof value === 'string'
        ? value.replaceAll(/ (?=[;!?»])|(?<=«) /g, '\u202f').replaceAll(/ ?:(?= |$)/g, '\u00a0:')
        : withNoBreakSpaces(value as Groups),
    ]),
  )
