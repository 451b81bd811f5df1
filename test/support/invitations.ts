import { dataOf } from './actors.ts'
import type { Answer } from './answer.ts'
import { waitingMails } from './mail.ts'
import type { Service } from './service.ts'

export const INVALID_CODE = {
  status: 422,
  code: 'invalid_code',
  details: [['code', 'invalid_code']],
} as const

export const CHOSEN = 'a phrase of my own'

let count = 0
export const newAddress = () => `invited${++count}@example.com`

/** Calls on the invitations of a service. */
export function invitationsOf(service: () => Service) {
  const post = (path: string, json: object, token?: string | null): Promise<Answer> =>
    service().call('POST', `/api/invitations/${path}`, { json, ...(token !== undefined && { token }) })
  const create = (json: object, token?: string) => post('create', json, token)
  const look = (code: string) => post('look', { code }, null)
  const accept = (code: string, fields: object = {}) =>
    post('accept', { code, first_name: 'Ada', password: CHOSEN, ...fields }, null)
  const mailsTo = (email: string, kind: 'invitation' | 'invitation-reminder' = 'invitation') =>
    waitingMails(service(), email, kind)
  /** Invites somebody. @returns with the code of the mail */
  const invited = async (fields: object = {}, token?: string) => {
    const email = newAddress()
    const { item } = dataOf(await create({ email, ...fields }, token))
    const mail = (await mailsTo(email)).at(-1)
    return { email, id: item.id as number, registration: item, code: mail.code as string, mail }
  }
  const at = (id: number, operation: string, token?: string, json: object = {}) =>
    service().call(operation === 'invitation' ? 'GET' : 'POST', `/api/registrations/id/${id}/${operation}`, {
      ...(operation !== 'invitation' && { json }),
      ...(token !== undefined && { token }),
    })
  const rolesOf = async (userId: number): Promise<Record<string, string | null>> => {
    const { roles } = dataOf(await service().call('GET', `/api/users/id/${userId}/roles`))
    return Object.fromEntries(
      roles.data.map(({ slug, pivot }: { slug: string; pivot: { expires_at: string | null } }) => [
        slug,
        pivot.expires_at,
      ]),
    )
  }
  return { post, create, look, accept, mailsTo, invited, at, rolesOf }
}
