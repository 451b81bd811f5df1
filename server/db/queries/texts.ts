/** PostgreSQL refuses a statement that has a text with U+0000, and nothing stores one: it is in no record. */
export const isStorableText = (text: string): boolean => !text.includes('\0')

/** How text is compared without regard to case, in JavaScript; in SQL it is the function `fold`. */
export const fold = (text: string): string => text.toLowerCase()
