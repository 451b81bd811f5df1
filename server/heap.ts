import { setFlagsFromString } from 'node:v8'

/** V8 reads both flags each time it needs them, so they can be set at run time. */
const set = (flags: Record<string, number>): void => {
  for (const [name, value] of Object.entries(flags)) setFlagsFromString(`--${name}=${value}`)
}

/**
 * Stops the young generation of the heap from growing. The objects of the start are soon garbage, but the young generation
 * would keep its size: 30 MB, more than all live objects.
 */
export const keepYoungHeapSmall = (): void => set({ 'semi-space-growth-factor': 1 })

/**
 * Lets the young generation double while much of it is in use, V8's default: otherwise objects of requests, or rows of an
 * import, would be promoted to the old generation. The old generation is collected when it is 1.5 times its live size, not
 * four times: V8 would leave a gigabyte of garbage answers (measured: 0.8 GB instead of 1.4, at the same throughput).
 */
export const tuneHeapForLoad = (): void => set({ 'semi-space-growth-factor': 2, 'heap-growing-percent': 50 })
