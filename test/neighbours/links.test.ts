import { testNeighbours } from '../support/neighbours.ts'
import { links } from './kinds/links.ts'

testNeighbours(links)
