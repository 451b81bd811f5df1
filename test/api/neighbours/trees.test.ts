// Engines: SQLite, PostgreSQL
// Process: its own
import { testNeighbours } from '../../support/neighbours.ts'
import { references } from './kinds/references.ts'
import { trees } from './kinds/trees.ts'

testNeighbours([...references, ...trees])
