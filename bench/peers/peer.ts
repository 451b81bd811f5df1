import type { Request } from '../load/load.ts'
import type { Server } from '../processes/service.ts'

/** Operations that every such system has. */
export const OPERATIONS = ['has-permission', 'list of 20', 'get user', 'create user', 'sign in'] as const
export type Operation = (typeof OPERATIONS)[number]

export const PEOPLE = 1000
export const PEERS_PASSWORD = 'a quite unusual phrase'

/** The email of a person, by number from 1. */
export const emailOf = (number: number): string => `person.${number}@example.com`
export const newEmail = (run: string, number: number): string => `new.${run}.${number}@example.com`

/** A running system with the people in it. */
export interface Running extends Server {
  version: string
  /**
   * This many requests of an operation, different from those of other numbers; undefined if it has no such operation.
   */
  requests(operation: Operation, from: number, count: number): Request[] | undefined
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
