import { setFlagsFromString } from 'node:v8'

/** V8 reads both each time that it needs them. */
const set = (flags: Record<string, number>): void => {
  for (const [name, value] of Object.entries(flags)) setFlagsFromString(`--${name}=${value}`)
}

/**
 * The heap's place for what is new becomes no larger. What a start makes is soon garbage, but the place that it made
 * would stay: 30 MB, more than all that is kept.
 */
export const keepYoungHeapSmall = (): void => set({ 'semi-space-growth-factor': 1 })

/**
 * What is new may have twice its place when much of it is still in use, as V8 has it by itself: else what requests make,
 * or the rows of an import, would be taken for old. The old is looked through when it is half as large again as what was
 * in use, not four times:
 * V8 would let a gigabyte of answers lie about (measured: 0.8 GB for 1.4, at the same throughput).
 */
export const tuneHeapForLoad = (): void => set({ 'semi-space-growth-factor': 2, 'heap-growing-percent': 50 })
