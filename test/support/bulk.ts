import assert from 'node:assert/strict'
import { dataOf } from './actors.ts'
import type { Answer } from './answer.ts'
import type { Service } from './service.ts'

/** The report of a bulk call. */
export interface Report {
  done: number[]
  unchanged: number
  left_out: { id?: number; uuid?: string; name?: string; email?: string; code: string; message: string }[]
  next: number | null
  remaining: number
  stopped: { code: string; message: string } | null
}

type Send = (action: string, json: object, as?: { token?: string; language?: string }) => Promise<Answer>

/** Bulk calls on users, or on another resource. */
export const bulkCalls = (service: () => Service, resource = 'users') => {
  const send: Send = (action, json, { token, language } = {}) =>
    service().call('POST', `/api/${resource}/bulk/${action}`, {
      json,
      ...(token !== undefined && { token }),
      ...(language !== undefined && { headers: { 'accept-language': language } }),
    })
  return {
    send,
    report: async (...sent: Parameters<Send>): Promise<Report> => dataOf(await send(...sent)),
  }
}

/** Asserts that the one record, or row, of a bulk call was left out, and why. */
export function assertLeftOut(answer: Answer, { code, says = /./ }: { code: string; says?: RegExp }): void {
  const { left_out, done = [], created = [] } = dataOf(answer)
  assert.deepEqual([...done, ...created], [], JSON.stringify(answer.body))
  const codes = left_out.map((entry: { code: string }) => entry.code)
  assert.deepEqual(codes, [code], JSON.stringify(answer.body))
  assert.match(left_out[0].message, says)
}

/** Asserts the parts of a report; what is not expected must be empty. */
export function assertReport(
  report: Report,
  { codes = [], ...expected }: Partial<Omit<Report, 'left_out'>> & { codes?: string[] },
): void {
  const { left_out, ...told } = report
  assert.deepEqual(
    { ...told, codes: left_out.map(({ code }) => code) },
    { done: [], unchanged: 0, next: null, remaining: 0, stopped: null, ...expected, codes },
    JSON.stringify(report),
  )
}
