// Engines: SQLite, PostgreSQL
// Process: its own
import { testNeighbours } from '../../support/neighbours.ts'
import { links } from './kinds/links.ts'

testNeighbours(links)
