import { useState } from 'react'
import { forgetAsked } from '../asked.ts'
import { Card } from '../Card.tsx'
import { ButtonLink, pathOf } from '../links.tsx'
import { AskAgain, type Flow, MailedPassword } from '../MailedPassword.tsx'
import { client, store } from '../service.ts'
import { useWords } from '../words.ts'

const ask = async (email: string): Promise<string> =>
  (await client.request('POST', '/api/password/forgot', { body: { email } })).request

/** Sets a new password with a mailed code. It signs nobody in: a second factor still counts. */
export const ResetPage = () => {
  const { reset: words, sign_in: toSignIn } = useWords()
  const [isDone, setDone] = useState(false)
  if (isDone) {
    return (
      <Card title={words.done} lead={words.done_text}>
        <ButtonLink to="signin">{toSignIn}</ButtonLink>
      </Card>
    )
  }
  const flow: Flow = {
    purpose: 'reset',
    ask,
    use: async (body) => {
      await client.request('POST', '/api/password/reset', { body })
      forgetAsked('reset')
      // Its token has ended.
      store.set(undefined)
      setDone(true)
    },
  }
  return <MailedPassword flow={flow} />
}

export const ForgotPage = () => (
  <AskAgain
    flow={{ purpose: 'reset', ask, use: () => Promise.resolve() }}
    isRefused={false}
    onAsked={() => location.assign(pathOf('reset'))}
  />
)
