import { testNeighbours } from '../support/neighbours.ts'
import { records } from './kinds/records.ts'

testNeighbours(records)
