// Engines: SQLite, PostgreSQL
// Process: its own
import { testNeighbours } from '../../support/neighbours.ts'
import { PUBLIC_URL } from '../../support/passkeys.ts'
import { factors } from './kinds/factors.ts'

testNeighbours(factors, { publicUrl: PUBLIC_URL })
