import type { RecordOf } from '@rolecall/client'

export type User = RecordOf<'users'>
