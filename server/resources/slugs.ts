import slugify from '@sindresorhus/slugify'
import type { ObjectSchema } from '../../contract/fields.ts'
import { invalidField } from '../errors.ts'
import { say } from '../messages/say.ts'
import type { Fields } from '../values/fields.ts'

/** Derives a missing slug from the name. @throws Refusal 422 if nothing of the name is left */
export function withSlug(values: Fields, schema: ObjectSchema | undefined): Fields {
  if (values.slug !== undefined) return values
  const { maxLength } = (schema?.properties.slug ?? {}) as { maxLength?: number }
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
