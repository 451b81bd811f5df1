// Engines: SQLite, PostgreSQL
// Process: its own
import { testNeighbours } from '../../support/neighbours.ts'
import { accounts } from './kinds/accounts.ts'
import { invitations } from './kinds/invitations.ts'
import { mails } from './kinds/mails.ts'
import { offboardings } from './kinds/offboardings.ts'
import { tokens } from './kinds/tokens.ts'

testNeighbours([...accounts, ...tokens, ...offboardings, ...mails, ...invitations])
