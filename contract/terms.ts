import { Type } from 'typebox'
import * as f from './fields.ts'
import { position } from './taxonomies.ts'

/** Examples of what a change affects. */
export const MOST_NAMED = 5

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
    position: position('Where it stands in the manual order of its siblings'),
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

const names = Type.Optional(
  Type.Boolean({
    description: 'With `dry_run`: also names some of what changes, in `some`.',
  }),
)
const some = Type.Optional(
  Type.Object(
    {
      terms: Type.Array(f.ref('Reference'), {
        maxItems: MOST_NAMED,
        description: 'Terms right below it, by name.',
      }),
      users: Type.Array(f.ref('UserRef'), {
        maxItems: MOST_NAMED,
        description:
          'The first of the users, without contact details; empty for callers who may not read users.',
      }),
    },
    { description: `With \`names\`: at most ${MOST_NAMED} of each.` },
  ),
)

export const TermMove = Type.Object(
  {
    parent: Type.Optional(
      f.nullableReference(
        "The new parent's id, uuid or slug, or null for none. Required without `before` or `after`; with them, it is by " +
          'default the parent of that term, or unchanged if the two are siblings already.',
        'france',
      ),
    ),
    before: Type.Optional(
      f.reference(
        'Id, uuid or slug of a term of the same type: the moved term comes right before it in the manual order.',
        'lyon',
      ),
    ),
    after: Type.Optional(
      f.reference('The same: the moved term comes right after it. Send `before` or `after`.', 'lyon'),
    ),
    dry_run: dryRun,
    names,
  },
  { $id: 'TermMove' },
)

export const TermMoved = Type.Object(
  {
    terms: Type.Integer({ description: 'Live terms that are moved: itself and all below it.' }),
    users: Type.Integer({ description: 'Live users who are classified by any of those.' }),
    conflicts,
    some,
    applied,
  },
  { $id: 'TermMoved', description: 'What a move does, or would do.' },
)

export const TermMerge = Type.Object(
  {
    into: f.reference("Another term's id, uuid or slug, of the same type.", 'paris'),
    dry_run: dryRun,
    names,
  },
  { $id: 'TermMerge' },
)

export const TermMerged = Type.Object(
  {
    users: Type.Integer({ description: 'Live users who are classified by the other term from then on.' }),
    already: Type.Integer({ description: 'Live users of both terms: they keep their link with the other.' }),
    children: Type.Integer({ description: 'Live terms right below it, which move below the other.' }),
    conflicts,
    some,
    applied,
  },
  { $id: 'TermMerged', description: 'What a merge does, or would do.' },
)

/** Terms in one outline. */
export const MOST_IN_OUTLINE = 1000
/** Levels in one outline. */
export const OUTLINE_LEVELS = 32

export const TermOutline = Type.Object(
  {
    type: f.reference("A taxonomy type's slug, id or uuid.", 'country'),
    parent: Type.Optional(
      f.nullableReference(
        "The terms come below this one: a term's id, uuid or slug, of the same type or of its parent type.",
        'europe',
      ),
    ),
    outline: Type.String({
      format: 'outline',
      minLength: 1,
      maxLength: 500_000,
      description:
        `A name on each line, at most ${MOST_IN_OUTLINE}; those below a term are indented by tabs or by spaces, at most ` +
        `${OUTLINE_LEVELS} levels. Bullets (\`-\`, \`*\`) before names and empty lines are left out.`,
      examples: ['France\n  Paris\n  Lyon\nSpain'],
    }),
    dry_run: dryRun,
  },
  { $id: 'TermOutline' },
)

const OutlinedTerm = Type.Object({
  line: Type.Integer({ description: 'The line that names it, from 1.' }),
  level: Type.Integer({ description: '0 for the first level.' }),
  name: Named.properties.name,
  exists: Type.Boolean({ description: 'There already, or named by an earlier line: it is left as it is.' }),
  id: f.nullable(
    f.id('Null in a dry run for one that does not exist, and for callers who may not read terms.'),
  ),
  slug: f.nullable(
    Type.String({
      description:
        'The name made a slug, with a number if another term has it. Null where `id` hides an existing term.',
      examples: ['paris'],
    }),
  ),
})

export const TermOutlined = Type.Object(
  {
    created: Type.Integer({ description: 'Terms that are new.' }),
    existing: Type.Integer({ description: 'Lines whose term was there already.' }),
    terms: Type.Array(OutlinedTerm, {
      maxItems: MOST_IN_OUTLINE,
      description: 'A term for each line that names one.',
    }),
    applied,
  },
  { $id: 'TermOutlined', description: 'What an outline creates, or would create.' },
)
