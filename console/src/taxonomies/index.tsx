import { lazily } from '../ui/lazily.ts'

export const taxonomies = {
  list: lazily(() => import('./TaxonomyPage.tsx'), 'TaxonomyPage'),
  edit: lazily(() => import('./TermRedirect.tsx'), 'TermRedirect'),
  recordRepresentation: 'name',
}

/** They stand on the page of the terms. */
export const taxonomyTypes = { recordRepresentation: 'name' }
