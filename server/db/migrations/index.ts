import * as start from './0001-start.ts'
import * as genericConventions from './0002-generic-conventions.ts'
import * as tokenPermissions from './0003-token-permissions.ts'
import * as attempts from './0004-attempts.ts'
import * as searchAndTotals from './0005-search-and-totals.ts'
import * as imports from './0006-imports.ts'
import * as changes from './0007-changes.ts'
import * as console from './0008-console.ts'
import * as memberCounts from './0009-member-counts.ts'
import * as authorsAndGivers from './0010-authors-and-givers.ts'
import * as holdersOfRoles from './0011-holders-of-roles.ts'
import * as changeRows from './0012-change-rows.ts'
import * as tokenMakers from './0013-token-makers.ts'
import * as attemptsByAccount from './0014-attempts-by-account.ts'
import * as tokenParents from './0015-token-parents.ts'
import * as idempotencyParts from './0016-idempotency-parts.ts'
import * as placesOfAccounts from './0017-places-of-accounts.ts'
import * as reporting from './0018-reporting.ts'
import * as searchWithoutAccents from './0019-search-without-accents.ts'
import * as partialIndices from './0020-partial-indices.ts'
import * as pendingSearch from './0021-pending-search.ts'
import * as userAgents from './0022-user-agents.ts'
import * as endingRoles from './0023-ending-roles.ts'
import * as termPositions from './0024-term-positions.ts'
import * as offboardings from './0025-offboardings.ts'
import type { Migration } from './migration.ts'

/** Applied in order, each in its own transaction; a released one never changes. A database's version is their number. */
export const migrations: readonly Migration[] = [
  { name: '0001-start', statements: start.statements },
  { name: '0002-generic-conventions', statements: genericConventions.statements },
  { name: '0003-token-permissions', statements: tokenPermissions.statements },
  { name: '0004-attempts', statements: attempts.statements },
  { name: '0005-search-and-totals', statements: searchAndTotals.statements },
  { name: '0006-imports', statements: imports.statements },
  { name: '0007-changes', statements: changes.statements },
  { name: '0008-console', statements: console.statements },
  { name: '0009-member-counts', statements: memberCounts.statements },
  { name: '0010-authors-and-givers', statements: authorsAndGivers.statements },
  { name: '0011-holders-of-roles', statements: holdersOfRoles.statements },
  { name: '0012-change-rows', statements: changeRows.statements },
  { name: '0013-token-makers', statements: tokenMakers.statements },
  { name: '0014-attempts-by-account', statements: attemptsByAccount.statements },
  { name: '0015-token-parents', statements: tokenParents.statements },
  { name: '0016-idempotency-parts', statements: idempotencyParts.statements },
  { name: '0017-places-of-accounts', statements: placesOfAccounts.statements },
  { name: '0018-reporting', statements: reporting.statements },
  { name: '0019-search-without-accents', run: searchWithoutAccents.run },
  { name: '0020-partial-indices', statements: partialIndices.statements },
  { name: '0021-pending-search', statements: pendingSearch.statements },
  { name: '0022-user-agents', statements: userAgents.statements },
  { name: '0023-ending-roles', statements: endingRoles.statements },
  { name: '0024-term-positions', statements: termPositions.statements },
  { name: '0025-offboardings', statements: offboardings.statements },
]
