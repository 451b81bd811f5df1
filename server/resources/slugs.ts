import slugify from '@sindresorhus/slugify'
import type { TSchema } from 'typebox'
import { invalidField } from '../errors.ts'
import { say } from '../messages/say.ts'
import type { Fields } from '../values/fields.ts'

interface Slugged {
  properties: { slug: { maxLength: number } }
}

/** Derives a missing slug from the name. @throws Refusal 422 if nothing of the name is left */
export function withSlug(values: Fields, schema: TSchema | undefined): Fields {
  if (values.slug !== undefined) return values
  const { maxLength } = (schema as unknown as Slugged).properties.slug
  // Truncated: symbols and letters of some scripts expand to several characters.
  const slug = slugify(values.name as string)
    .slice(0, maxLength)
    .replace(/-+$/, '')
  if (slug === '')
    throw invalidField(
      'slug',
      'required',
      say`slug is required: the name contains no letters to derive it from.`,
    )
  return { ...values, slug }
}
