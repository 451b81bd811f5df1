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
