import { after, before } from 'node:test'
import { type Client, type ClientOptions, createClient } from '../../client/src/index.ts'
import type { AppOptions } from '../../server/app.ts'
import type { Config } from '../../server/config/config.ts'
import { ADMIN, type Service, startService } from './service.ts'

export interface Live {
  service: () => Service
  origin: () => string
  /** Signed in as the super administrator, unless the options hold another token. */
  client: (options?: Partial<ClientOptions>) => Client
}

/**
 * One service for the whole file, listening, and clients of it.
 * @param arrange prepares what must exist before the first test; hooks of a file don't wait for one another
 */
export function useLiveService(
  overrides: Partial<Config> = {},
  arrange?: () => Promise<void>,
  options: Pick<AppOptions, 'numberingMs'> = {},
): Live {
  let service: Service
  let origin: string
  before(async () => {
    service = await startService(overrides, options)
    origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    await arrange?.()
  })
  after(() => service.stop())
  return {
    service: () => service,
    origin: () => origin,
    client: (options) => createClient({ baseUrl: origin, token: service.token, retries: 0, ...options }),
  }
}

/** A signed-in user without permissions. */
export async function makePlainUser(live: Live, email: string): Promise<{ id: number; client: Client }> {
  const { password } = ADMIN
  const { id } = await live.client().users.create({ email, first_name: 'Nobody', password })
  const client = live.client({ token: undefined })
  await client.signIn(email, password)
  return { id, client }
}

/** The error with which a call is refused. */
export const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: unknown) => error,
  )
