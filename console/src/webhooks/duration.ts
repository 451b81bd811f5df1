const SECOND_MS = 1000

/** "38 ms", "1.5 s". */
export const durationOf = (ms: number, locale: string): string =>
  ms < SECOND_MS
    ? ms.toLocaleString(locale, { style: 'unit', unit: 'millisecond' })
    : (ms / SECOND_MS).toLocaleString(locale, { style: 'unit', unit: 'second', maximumFractionDigits: 1 })
