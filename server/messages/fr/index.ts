import type { Catalogue } from '../catalogue.ts'
import { access } from './access.ts'
import { accounts } from './accounts.ts'
import { fields } from './fields.ts'
import { lists } from './lists.ts'
import { records } from './records.ts'
import { requests } from './requests.ts'

export const FRENCH: Catalogue = {
  ...access,
  ...accounts,
  ...fields,
  ...lists,
  ...records,
  ...requests,
}
