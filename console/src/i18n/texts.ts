/** The same keys, with other words: what a translation of a folder's messages has to be. */
export type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> }

interface Module {
  messages: Record<string, unknown>
}

/** Each folder's messages under the folder's name: `users.title` is `title` in `users/messages.ts`. */
export const byFolder = (modules: Record<string, Module>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(modules).map(([path, { messages }]) => [path.split('/').at(-2), messages]),
  )

type Groups = Record<string, unknown>

/** React-admin's texts, group by group, with ours in place of its own where there are such. */
export const inOurWords = (theirs: Groups, ours: Groups): Groups => ({
  ...theirs,
  ...Object.fromEntries(
    Object.entries(ours).map(([group, texts]) => [
      group,
      { ...(theirs[group] as object), ...(texts as object) },
    ]),
  ),
})
