import { useState } from 'react'
import { forgetAsked } from '../asked.ts'
import { Card } from '../Card.tsx'
import { destinationOf } from '../destination.ts'
import { ButtonLink, pathOf } from '../links.tsx'
import { type Flow, MailedPassword } from '../MailedPassword.tsx'
import { client, signIn, useService } from '../service.ts'
import { useWords } from '../words.ts'

/** The end of a sign-up: its address is verified, and its password chosen. */
export const VerifyPage = () => {
  const { verify: words, sign_in: toSignIn } = useWords()
  const facts = useService()
  const [end, setEnd] = useState<'done' | 'waiting'>()
  if (end === 'waiting') return <Card title={words.waiting} lead={words.waiting_text} />
  if (end === 'done') {
    return (
      <Card title={words.done} lead={words.done_text}>
        <ButtonLink to="signin">{toSignIn}</ButtonLink>
      </Card>
    )
  }
  const flow: Flow = {
    purpose: 'verify',
    ask: async (email) => (await client.request('POST', '/api/signup/resend', { body: { email } })).request,
    use: async (body) => {
      const { item } = await client.request('POST', '/api/signup/verify', { body })
      forgetAsked('verify')
      if (!('email' in item) || !item.email) return setEnd('waiting')
      // They have just proved who they are, and chosen the password.
      const me = await signIn(item.email, body.password).catch(() => undefined)
      if (!me) return setEnd('done')
      location.replace(destinationOf(me, facts, '') ?? pathOf('signin'))
    },
  }
  return <MailedPassword flow={flow} />
}
