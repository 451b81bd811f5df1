import type { Detail } from '../errors.ts'

/** A file cannot be taken or made; the message is for people. */
export class TransferError extends Error {}

/** What is wrong with a row, in English: it goes into a file, and between threads. */
export interface Fault extends Omit<Detail, 'message'> {
  message: string
}

export const inEnglish = (detail: Detail): Fault => ({ ...detail, message: String(detail.message) })
