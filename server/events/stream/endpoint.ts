import { Type } from 'typebox'
import { mayWithContacts } from '../../access/matrix.ts'
import { type Call, defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import type { EventStreams } from './streams.ts'

const MOST_TYPES = 50

const EXAMPLE = {
  specversion: '1.0',
  id: '01a215f8-95c7-78cd-9750-f658a64997cf',
  source: 'https://accounts.example.com',
  type: 'users.update',
  subject: 'users/01978f6e-5f0a-7c3e-9d2b-4a1f6e8c0b59',
  time: '2026-11-26T09:12:44.031Z',
  datacontenttype: 'application/json',
  sequence: '0000000000004711',
  data: {
    action: 'users.update',
    outcome: 'done',
    subject_type: 'users',
    subject_id: 42,
    position: '3kTMd0aQ.3mb',
  },
}

/** @param streams absent to describe the endpoint only */
export const eventStreamEndpoint = (streams?: EventStreams): Endpoint =>
  defineEndpoint({
    name: 'events.stream',
    tag: 'audit',
    access: mayWithContacts('can-read-audit'),
    effect: 'read',
    methods: ['GET'],
    path: '/api/events',
    summary: 'Follow the audit trail',
    description:
      'New entries about records that the caller may read, in the order of commits, as Server-Sent Events: each is a CloudEvent. Its `id` is ' +
      'the uuid of the entry, its `data` the entry with a `position` for `X-At-Least`. With `Last-Event-ID`, everything after that event ' +
      'comes first. The response ends when the authority of the caller ends. A client that reads too slowly is disconnected, and goes on where it was.',
    input: Type.Object({
      types: Type.Optional(
        Type.Array(Type.String({ format: 'events', maxLength: 128 }), {
          maxItems: MOST_TYPES,
          description: 'Only these actions; `users.*` for all actions on users. By default all.',
          examples: [['users.*', 'roles.update']],
        }),
      ),
    }),
    unknown: 'ignore',
    nullIsAbsent: true,
    data: Type.Unknown(),
    streams: {
      description: 'The events, as they happen.',
      header: 'X-Accel-Buffering',
      examples: { 'text/event-stream': `id: ${EXAMPLE.id}\ndata: ${JSON.stringify(EXAMPLE)}\n\n` },
    },
    refusals: [410],
    handle: async (call) => {
      const stream = await (streams as EventStreams).open(call as Call<{ types?: readonly string[] }>)
      // Proxies such as nginx would collect events before they pass them on.
      return { data: undefined, headers: { 'x-accel-buffering': 'no' }, stream }
    },
  })
