import type { Detail } from '../errors.ts'

/** A file cannot be imported or exported; the message is for users. */
export class TransferError extends Error {}

/** What is wrong with a row. In English, as it is written to a file and sent between threads. */
export interface RowFault extends Omit<Detail, 'message'> {
  message: string
}

export const inEnglish = (detail: Detail): RowFault => ({ ...detail, message: String(detail.message) })
