// Engines: SQLite, PostgreSQL
// Process: its own
import { testNeighbours } from '../../support/neighbours.ts'
import { records } from './kinds/records.ts'

testNeighbours(records)
