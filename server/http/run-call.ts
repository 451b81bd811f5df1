import { refuseIfGone } from '../access/context.ts'
import { type Call, type Endpoint, takesIdempotencyKey } from './endpoint.ts'
import { runCallOnce } from './request/idempotency.ts'
import type { Answer } from './response/envelope.ts'

/** Runs a call that is allowed and whose input is valid. @throws Refusal */
export function runCall(endpoint: Endpoint, call: Call): Answer | Promise<Answer> {
  const key = call.request.headers['idempotency-key']
  if (key !== undefined && takesIdempotencyKey(endpoint)) return runCallOnce(endpoint, call, key)
  return endpoint.admit || endpoint.prepare ? prepareAndHandle(endpoint, call) : endpoint.handle(call)
}

async function prepareAndHandle(endpoint: Endpoint, call: Call): Promise<Answer> {
  refuseIfGone(call.ctx)
  await endpoint.admit?.(call)
  call.prepared = await endpoint.prepare?.(call)
  return endpoint.handle(call)
}
