/** Messages in other languages, by their English templates. */
export interface Catalogue {
  texts: Readonly<Record<string, string>>
  /** The nouns, in English, that take the second form of `{0:un|une}`. */
  feminine: ReadonlySet<string>
}
