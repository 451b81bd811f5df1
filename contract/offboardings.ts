import { Type } from 'typebox'
import * as f from './fields.ts'

/** The most roles that an offboarding takes. */
export const MOST_ROLES_TAKEN = 1000

const RoleTaken = Type.Object({
  id: f.id('Its id.'),
  uuid: Type.String({ format: 'uuid' }),
  name: f.text(150, { examples: ['Editor'] }),
  slug: f.slug(150, 'editor'),
  is_active: f.flag('Whether the link was active.'),
  expires_at: f.nullable(f.time('When the link was to expire. Null: never.'), f.EMPTY),
})

export const Offboarding = Type.Object(
  {
    id: f.id('Assigned by the service; grows.'),
    uuid: Type.String({ format: 'uuid', description: 'Version 7.' }),
    user_id: f.id('The user whose access was ended.'),
    was_active: f.flag('Whether the account was active until then.'),
    count_tokens: Type.Integer({ description: 'How many sessions and other tokens were ended.' }),
    roles: Type.Array(RoleTaken, {
      maxItems: MOST_ROLES_TAKEN,
      description: 'The roles that were taken, by name, as they were then.',
    }),
    created_at: f.time('When the access was ended.'),
    created_by: f.nullable(f.id('Who ended it. Null: the command line.'), f.EMPTY),
    restored_at: f.nullable(f.time('When it was restored. Null: it was not.'), f.EMPTY),
    restored_by: f.nullable(f.id('Who restored it.'), f.EMPTY),
  },
  { $id: 'Offboarding', description: 'The end of all access of a user, and what they held until then.' },
)

export const RoleLeftOut = Type.Object(
  {
    id: f.id('Its id.'),
    name: f.text(150, { examples: ['Editor'] }),
    slug: f.slug(150, 'editor'),
    code: Type.String({
      description: '`not_found`: the role was deleted. `expired`: the link would have expired. `forbidden`.',
      examples: ['expired'],
    }),
    message: Type.String({
      description: 'The same in words.',
      examples: ['This link expired on 2026-05-04T09:30:00.000Z.'],
    }),
  },
  { $id: 'RoleLeftOut', description: 'A role that was not given back, and why.' },
)
