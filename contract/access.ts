import { Type } from 'typebox'
import * as f from './fields.ts'

/** How far a caller's leave goes. */
export const SCOPES = ['all', 'own', 'none'] as const
export type Scope = (typeof SCOPES)[number]

export const scope = f.choice(SCOPES, {
  description: '`all`: any record, within the rules; `own`: their own alone; `none`.',
  examples: ['all'],
})

/** A role that counts for a user, and the link through which it does. */
export const RoleInForce = Type.Object(
  {
    id: f.id('Id of the role.'),
    uuid: Type.String({ format: 'uuid' }),
    name: f.text(150, { examples: ['Editor'] }),
    slug: f.slug(150, 'editor'),
    since: f.time('When the user got it.'),
    until: f.nullable(f.time('When it ends; null: never.'), f.EMPTY),
  },
  { $id: 'RoleInForce', description: 'A role that counts for the user now.' },
)
