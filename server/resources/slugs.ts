import slugify from '@sindresorhus/slugify'
import { invalidField } from '../errors.ts'
import type { Fields } from '../http/parameters.ts'

export const slugOf = (name: string): string => slugify(name)

/** Without a slug, the name made one. @throws Refusal 422 where nothing of the name is left */
export function withSlug(values: Fields): Fields {
  if (values.slug !== undefined) return values
  const slug = slugOf(values.name as string)
  if (slug === '')
    throw invalidField('slug', 'required', 'slug is required: the name has no letters to make one of.')
  return { ...values, slug }
}
