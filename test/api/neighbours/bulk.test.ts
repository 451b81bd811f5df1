// Engines: SQLite, PostgreSQL
// Process: its own
import { testNeighbours } from '../../support/neighbours.ts'
import { bulk } from './kinds/bulk.ts'

testNeighbours(bulk)
