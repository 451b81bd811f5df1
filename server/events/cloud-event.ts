/** An entry of the audit trail as other programs receive it: CloudEvents 1.0, with the extension `sequence`. */
export interface CloudEvent {
  specversion: '1.0'
  id: string
  source: string
  type: string
  subject: string
  time: string
  datacontenttype: 'application/json'
  /** Its number, padded with zeros: the extension requires that texts compare as numbers do. */
  sequence: string
  data: object
}

/** Digits of the largest number that JSON holds exactly. */
const DIGITS = 16

interface Told {
  uuid: string
  at: string
  action: string
  number: number
}

/** @param subject `users/<uuid>` @param data the entry, as the reader may see it */
export const cloudEventOf = (
  { uuid, at, action, number }: Told,
  { source, subject, data }: Pick<CloudEvent, 'source' | 'subject' | 'data'>,
): CloudEvent => ({
  specversion: '1.0',
  id: uuid,
  source,
  type: action,
  subject,
  time: at,
  datacontenttype: 'application/json',
  sequence: String(number).padStart(DIGITS, '0'),
  data,
})
