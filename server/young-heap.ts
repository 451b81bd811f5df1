import { setFlagsFromString } from 'node:v8'

/**
 * How many times as large the heap's place for what is new becomes, when much of it is still in use. V8 reads it each
 * time. What a start makes is soon garbage, but the place that it made would stay: 30 MB, more than all that is kept.
 */
const growBy = (factor: 1 | 2): void => setFlagsFromString(`--semi-space-growth-factor=${factor}`)

export const keepYoungHeapSmall = (): void => growBy(1)

/** As V8 has it: what requests make shall not be taken for old because there is no place. */
export const letYoungHeapGrow = (): void => growBy(2)
