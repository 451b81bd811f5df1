import { lazily } from '../ui/lazily.ts'

export const taxonomies = {
  list: lazily(() => import('./TaxonomyPage.tsx'), 'TaxonomyPage'),
  edit: lazily(() => import('./TermRedirect.tsx'), 'TermRedirect'),
  recordRepresentation: 'name',
}

/** Types are shown on the terms' page. */
export const taxonomyTypes = { recordRepresentation: 'name' }
