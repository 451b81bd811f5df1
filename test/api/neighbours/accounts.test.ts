// Engines: SQLite, PostgreSQL
// Process: its own
import { testNeighbours } from '../../support/neighbours.ts'
import { accounts } from './kinds/accounts.ts'
import { offboardings } from './kinds/offboardings.ts'
import { tokens } from './kinds/tokens.ts'

testNeighbours([...accounts, ...tokens, ...offboardings])
