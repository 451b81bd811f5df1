/** The title of a dialog once its action runs: nothing is asked any more. French has a space before the mark. */
export const withoutQuestion = (title: string): string => title.replace(/\s*\?$/, '')
