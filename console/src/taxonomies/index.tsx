import { lazily } from '../ui/lazily.ts'

export const taxonomies = { list: lazily(() => import('./TaxonomyPage.tsx'), 'TaxonomyPage') }

export const taxonomyTypes = {}
