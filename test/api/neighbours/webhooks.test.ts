// Engines: SQLite, PostgreSQL
// Process: its own
import { testNeighbours } from '../../support/neighbours.ts'
import { webhooks } from './kinds/webhooks.ts'

testNeighbours(webhooks)
