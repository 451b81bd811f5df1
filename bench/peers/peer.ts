import type { Request } from '../load/load.ts'
import type { Server } from '../processes/service.ts'

/** Operations that most such systems have. */
export const OPERATIONS = [
  'has-permission',
  'list of 20',
  'get user',
  'create user',
  'create user, with a password',
  'update user',
  'assign a role',
  'sign in',
] as const
export type Operation = (typeof OPERATIONS)[number]

export const OURS = 'Rolecall'
export const PEOPLE = 1000
/** Hashing a password takes longer than everything else, so only some have one where each is hashed anew. */
export const WITH_PASSWORD = 20
export const PEERS_PASSWORD = 'a quite unusual phrase'

/** Roles and permissions of the systems that have both: each person has five roles, each role two permissions. */
export const ROLES = 100
export const rolesOf = (person: number): number[] => range(0, 5, (offset) => (person + offset) % ROLES)
export const permissionsOf = (role: number): number[] => [role, (role + 1) % ROLES]

/** The email of a person, by number from 1. */
export const emailOf = (number: number): string => `person.${number}@example.com`
export const newEmail = (run: string, number: number): string => `new.${run}.${number}@example.com`

/** What a request of an operation has beside its method, if that is not GET. */
export type RequestOf = (number: number) => Omit<Request, 'method'> & { method?: Request['method'] }

/** A running system with the people in it. */
export interface Running extends Server {
  version: string
  /** The operations that it has, by number of the request: no request repeats the effect of another. */
  requestOf: Partial<Record<Operation, RequestOf>>
}

export interface Peer {
  name: string
  /** What it does instead of Rolecall's operation. */
  notes: Partial<Record<Operation, string>>
  /** Installs what is missing into the folder, and starts. */
  start(folder: string): Promise<Running>
}

export const range = <T>(from: number, count: number, one: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => one(from + index))

/** One of the people, each equally often. */
export const personOf = (number: number): number => 1 + ((number * 7919) % PEOPLE)
export const withPasswordOf = (number: number): number => 1 + (number % WITH_PASSWORD)
/** A role that the person does not have, different from those of other numbers as long as there are any. */
export const newRoleOf = (number: number): number =>
  (personOf(number) + 5 + (Math.floor(number / PEOPLE) % (ROLES - 5))) % ROLES
