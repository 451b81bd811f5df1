// Engines: SQLite, PostgreSQL
// Process: its own
import { testNeighbours } from '../../support/neighbours.ts'
import { mixed } from './kinds/mixed.ts'

testNeighbours(mixed)
