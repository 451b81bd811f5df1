import { dataOf, makeUser, type Person } from './actors.ts'
import type { Answer } from './answer.ts'
import { waitingMails } from './mail.ts'
import type { Service } from './service.ts'

export const PASSWORD = 'a phrase of my own'

let count = 0
export const newEmail = () => `moved${++count}@example.com`

/** What people do with their addresses. */
export function addressesOf(current: () => Service) {
  const post = (path: string, token: string | null, json: object = {}): Promise<Answer> =>
    current().call('POST', path, { token, json })
  const newUser = () => makeUser(current(), { password: PASSWORD })
  const ask = (user: { token: string }, email: string) =>
    post('/api/email/change', user.token, { email, current_password: PASSWORD })
  const changeMail = async (email: string) =>
    (await waitingMails(current(), email, 'email-change')).at(-1) as { code: string; digits: string }
  const confirm = (user: { token: string }, sent: object) => post('/api/email/confirm', user.token, sent)
  const undo = (code: string) => post('/api/email/undo', null, { code })
  const undoCode = async (email: string) =>
    (await waitingMails(current(), email, 'email-changed')).at(-1).code as string
  const userOf = async ({ id }: { id: number }) => dataOf(await current().call('GET', `/api/users/id/${id}`))
  /** @returns the code that undoes it */
  const move = async (user: Person, email: string) => {
    const former = (await userOf(user)).email as string
    dataOf(await ask(user, email))
    dataOf(await confirm(user, { code: (await changeMail(email)).code }))
    return undoCode(former)
  }
  return { post, newUser, ask, changeMail, confirm, undo, undoCode, userOf, move }
}
