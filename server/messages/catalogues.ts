import type { Catalogue } from './catalogue.ts'
import { FRENCH } from './fr/index.ts'

export const CATALOGUES = { fr: FRENCH } satisfies Record<string, Catalogue>
