import { Type } from 'typebox'
import * as f from './fields.ts'

const Named = Type.Object({
  id: f.id('Its id.'),
  uuid: Type.String({ format: 'uuid' }),
  name: Type.String({ examples: ['Paris'] }),
  slug: Type.String({ examples: ['paris'] }),
})

const nullableObject = (schema: object, description: string) =>
  Type.Unsafe<object | null>({ ...schema, type: ['object', 'null'], description, examples: [null] })

export const TermNode = Type.Object(
  {
    ...Named.properties,
    is_active: f.flag('An inactive term is listed, but not for use.'),
    parent_id: f.nullable(f.id('Id of the term above it.')),
    type_id: f.id('Id of its taxonomy type.'),
    count_children: Type.Integer({
      description: 'Live terms right below it; of the type asked for, where one is.',
    }),
    count_users: Type.Integer({ description: 'Live users classified by it.' }),
    parent: nullableObject(
      Type.Object({ ...Named.properties, type: Named }),
      'The term above it, where that is of another type; else null.',
    ),
    path: Type.Optional(
      Type.Array(
        Type.Object({ id: f.id('Its id.'), name: Named.properties.name, type_id: f.id('Id of its type.') }),
        {
          maxItems: f.MOST_EMBEDDED,
          description: 'With `q`: the terms above it, from the root to its parent.',
        },
      ),
    ),
  },
  { $id: 'TermNode', description: 'A term as a tree shows it.' },
)

const Conflict = Type.Object({
  code: f.choice(['name_taken', 'loop', 'wrong_type']),
  message: Type.String({ examples: ['Paris has a term Centre already.'] }),
  term: f.ref('Reference'),
  other: f.ref('Reference'),
})

const conflicts = Type.Array(Conflict, {
  maxItems: 1000,
  description:
    'What stands in the way, at most 1,000: `term` is the one to be placed, `other` the one it cannot stand beside, or below.',
})
const applied = Type.Boolean({ description: 'False for a dry run.' })
const dryRun = Type.Optional(
  Type.Boolean({ default: false, description: 'Tells what would happen, and changes nothing.' }),
)

export const TermMove = Type.Object(
  {
    parent: Type.Optional(
      f.nullableReference("Required: the new parent's id, uuid or slug, or null for none.", 'france'),
    ),
    dry_run: dryRun,
  },
  // The message that a missing one gets says how to name none.
  { $id: 'TermMove', ...f.described({ required: ['parent'] }) },
)

export const TermMoved = Type.Object(
  {
    terms: Type.Integer({ description: 'Live terms that are moved: itself and all below it.' }),
    users: Type.Integer({ description: 'Live users who are classified by any of those.' }),
    conflicts,
    applied,
  },
  { $id: 'TermMoved', description: 'What a move does, or would do.' },
)

export const TermMerge = Type.Object(
  { into: f.reference("Another term's id, uuid or slug, of the same type.", 'paris'), dry_run: dryRun },
  { $id: 'TermMerge' },
)

export const TermMerged = Type.Object(
  {
    users: Type.Integer({ description: 'Live users who are classified by the other term from then on.' }),
    already: Type.Integer({ description: 'Live users of both terms: they keep their link with the other.' }),
    children: Type.Integer({ description: 'Live terms right below it, which move below the other.' }),
    conflicts,
    applied,
  },
  { $id: 'TermMerged', description: 'What a merge does, or would do.' },
)
