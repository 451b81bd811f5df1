/** Messages in another language, by their English templates. Nouns of resources are in their definitions. */
export type Catalogue = Readonly<Record<string, string>>
