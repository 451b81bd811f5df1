// A floor, in a process of its own: `main.ts bytes`, or `main.ts statements DATABASE_URL`.
import type { AddressInfo } from 'node:net'
import type { Request } from '../load/load.ts'
import { answerWith } from '../processes/talk.ts'
import { bytesFloor } from './bytes.ts'
import { prepareOn } from './engines.ts'
import { statementsFloor } from './statements.ts'

const [kind, databaseUrl = ''] = process.argv.slice(2)
const { app, learn } = kind === 'bytes' ? bytesFloor() : statementsFloor(prepareOn(databaseUrl))
await app.listen({ host: '127.0.0.1', port: 0 })

export type Ask = 'address' | { index: number; origin: string; requests: Request[] }

answerWith<Ask>((question) => {
  if (question === 'address') return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return learn(question.index, question.origin, question.requests)
})
