/** A file cannot be taken or made; the message is for people. */
export class TransferError extends Error {}
