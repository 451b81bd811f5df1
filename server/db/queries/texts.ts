/** PostgreSQL refuses a statement that has a text with U+0000, and none is stored, so no record contains such a text. */
export const isStorableText = (text: string): boolean => !text.includes('\0')

/** Folds case for case-insensitive comparison; the SQL function `fold` does the same. */
export const fold = (text: string): string => text.toLowerCase()
