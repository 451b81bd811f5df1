import { lazily } from '../ui/lazily.ts'

export const taxonomies = {
  list: lazily(() => import('./TaxonomyPage.tsx'), 'TaxonomyPage'),
  edit: lazily(() => import('./TermPage.tsx'), 'TermPage'),
  recordRepresentation: 'name',
}

/** Types are shown on the terms' page. */
export const taxonomyTypes = {
  edit: lazily(() => import('./TypePage.tsx'), 'TypePage'),
  recordRepresentation: 'name',
}
