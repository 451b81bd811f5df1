/** Selects entries by their actions. */
export interface EventTypes {
  /** Equal for those that select the same. */
  key: string
  has: (action: string) => boolean
}

/** @param patterns actions, `users.*` or `*`; undefined: all */
export const eventTypesOf = (patterns: readonly string[] = ['*']): EventTypes => ({
  key: [...new Set(patterns)].sort().join(),
  has: (action) => isSelected(action, patterns),
})

/** Whether one of the patterns selects an action. */
export const isSelected = (action: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    pattern === '*'
      ? true
      : pattern.endsWith('.*')
        ? action.startsWith(pattern.slice(0, -1))
        : action === pattern,
  )
