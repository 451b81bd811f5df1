import { Type } from 'typebox'
import { OUTCOMES } from '../../contract/audit.ts'
import { choice, EMPTY, id, nullable, time } from '../../contract/fields.ts'
import type { Requirement } from '../access/guard.ts'
import { accessTo, mayWithContacts } from '../access/matrix.ts'
import type { Resource } from '../crud/define/resource.ts'
import {
  countedPageInput,
  countedPageOf,
  countedPageSchema,
  refuseFarPage,
  refuseOtherParameters,
} from '../crud/endpoints/counted-page.ts'
import { selectorOf, withColumn } from '../crud/endpoints/route-parts.ts'
import { findId } from '../crud/query/selector.ts'
import { invalidField } from '../errors.ts'
import { type Call, defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { say } from '../messages/say.ts'
import { findRecords, MOST_RECORDS_FOUND, readEntries, readHistory } from './read-entries.ts'

const PER_PAGE = 20

/** Characters of a search. */
const MAX_SEARCH = 200

const ofPage = countedPageInput('Entries')
const counted = countedPageSchema('AuditEntry')

export const auditEndpoint = defineEndpoint({
  name: 'audit.list',
  tag: 'audit',
  access: mayWithContacts('can-read-audit'),
  effect: 'read',
  methods: ['GET'],
  path: '/api/audit',
  summary: 'Read the audit trail',
  description:
    'The entries about records that the caller may read, newest first: changes of records and links, sign-ins, tokens, ' +
    'factors. Contact details need `can-see-users-contact-details`. Times: from ≤ at < to.',
  input: Type.Object({
    ...ofPage,
    subject_type: Type.Optional(
      Type.String({ maxLength: 40, description: 'Entries about records of this resource.' }),
    ),
    subject_id: Type.Optional(nullable(id('Entries about this record; with `subject_type`.'), EMPTY)),
    other_type: Type.Optional(
      Type.String({ maxLength: 40, description: 'Entries about links with records of this resource.' }),
    ),
    other_id: Type.Optional(nullable(id('Entries about links with this record; with `other_type`.'), EMPTY)),
    actor_id: Type.Optional(nullable(id('Changes by this user.'), EMPTY)),
    outcome: Type.Optional(
      choice(OUTCOMES, { description: 'Only what was done, or only what was refused.' }),
    ),
    batch: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'The entries of this transaction. Send `from` and `to` with it: otherwise all entries are read.',
      }),
    ),
    action: Type.Optional(
      Type.String({ maxLength: 80, description: 'This action; `users.*` for all actions on users.' }),
    ),
    q: Type.Optional(
      Type.String({
        maxLength: MAX_SEARCH,
        description: `Entries about the first ${MOST_RECORDS_FOUND} records that contain each of these words, as in the search of their lists.`,
      }),
    ),
    from: Type.Optional(time('At this time or later.')),
    to: Type.Optional(time('Before this time.')),
  }),
  unknown: 'ignore',
  nullIsAbsent: true,
  data: counted,
  refusals: [],
  handle: async (call) => {
    const { page = 1, per_page: perPage = PER_PAGE, q, ...filters } = call.input
    refuseOtherParameters(call as Call, ['from', 'to'])
    refuseFarPage(page, perPage)
    for (const side of ['subject', 'other'] as const)
      if (filters[`${side}_id`] !== undefined && filters[`${side}_type`] === undefined)
        throw invalidField(`${side}_type`, 'required', say`Ids are those of a type: name it.`)
    const found = q == null || q.trim() === '' ? undefined : await findRecords(call.ctx, q)
    const given = { ...filters, ...(found && { records: found }) }
    const read = await readEntries(call.ctx, given as never, { page, perPage })
    return countedPageOf(call as Call, read, { page, perPage })
  },
})

/** The entries about a record of a resource. */
const history = (resource: Resource): Endpoint =>
  defineEndpoint({
    name: `${resource.name}.history`,
    tag: resource.name,
    access: accessToHistory(resource),
    effect: 'read',
    methods: ['GET'],
    path: `/api/${resource.name}/:column/:value/history`,
    summary: `Read the history of a ${resource.singular.replaceAll('_', ' ')}`,
    description:
      'The entries of the audit trail about the record and its links, newest first. Users may read their own history ' +
      'without these permissions; it leaves out `ip` and `user_agent` of others.',
    input: Type.Object(ofPage),
    unknown: 'ignore',
    nullIsAbsent: true,
    data: counted,
    refusals: [404],
    handle: async (call) => {
      const { page = 1, per_page: perPage = PER_PAGE, before } = call.input
      refuseOtherParameters(call as Call)
      refuseFarPage(page, perPage)
      // Also of a record in the trash.
      const recordId = await findId(call.ctx, resource, selectorOf(call as Call), 'true')
      const found = await readHistory(call.ctx, resource, recordId, before ?? undefined, { page, perPage })
      return countedPageOf(call as Call, found, { page, perPage })
    },
  })

function accessToHistory(resource: Resource): Requirement {
  const { needs, rules, own = false } = accessTo(resource, 'read')
  return {
    needs: [...new Set([...needs, 'can-read-audit' as const])],
    // Entries contain the fields of this record only, not those of people whom it refers to.
    rules: rules.filter((rule) => rule !== 'contact-details' || resource.contact),
    ...(own && { own }),
  }
}

export const historyEndpoints = (resources: readonly Resource[]): Endpoint[] =>
  resources.map((resource) => withColumn(history(resource), resource))
