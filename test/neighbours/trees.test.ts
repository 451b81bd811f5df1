import { testNeighbours } from '../support/neighbours.ts'
import { references } from './kinds/references.ts'
import { trees } from './kinds/trees.ts'

testNeighbours([...references, ...trees])
