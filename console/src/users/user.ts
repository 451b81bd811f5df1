import type { Client, RecordOf } from '@rolecall/client'

export type User = RecordOf<'users'>
export type ChangesOf = Parameters<Client['users']['update']>[1]

export const statusOf = ({ deleted_at, is_active }: User) =>
  deleted_at !== null ? 'trashed' : is_active ? 'active' : 'inactive'
