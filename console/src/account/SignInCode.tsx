import type { Me } from '@rolecall/client'
import { useState } from 'react'
import { type Asked, forgetAsked, keepAsked, readAsked } from './asked.ts'
import { Card } from './Card.tsx'
import { CodeField, Field } from './fields.tsx'
import { isInvalidCode, wrongCode } from './invalidCode.ts'
import { Form, Submit } from './notices.tsx'
import { Resend } from './Resend.tsx'
import { client, signInByCode } from './service.ts'
import { useSubmission } from './useSubmission.ts'
import { fill, useWords } from './words.ts'

interface Props {
  /** What was typed before. */
  name: string
  /** Follows a sign-in to its end, a second factor included. */
  settle: (signIn: Promise<Me>) => Promise<void>
  /** Back to the password. */
  onLeave: () => void
}

const ask = async (email: string, isAgain = false) =>
  keepAsked('signin', email, await client.requestSignInCode(email), isAgain)

/** In place of the password: digits of a mail that this tab asks for. */
export const SignInCode = (props: Props) => {
  const [asked, setAsked] = useState(() => readAsked('signin'))
  if (!asked) return <Ask {...props} onAsked={setAsked} />
  return <ByDigits {...props} key={asked.at} asked={asked} onAsked={setAsked} />
}

const Ask = ({ name, onLeave, onAsked }: Props & { onAsked: (asked: Asked) => void }) => {
  const { signin_code: words, ...all } = useWords()
  const [email, setEmail] = useState(name.includes('@') ? name : '')
  const form = useSubmission(async () => onAsked(await ask(email.trim())), { email: all.email })
  return (
    <Card title={words.title} lead={words.lead}>
      <Form of={form}>
        <Field
          {...form.fieldOf('email')}
          value={email}
          onChange={setEmail}
          type="email"
          autoComplete="username"
          autoFocus
        />
        <Submit of={form}>{words.ask}</Submit>
      </Form>
      <div className="actions">
        <button type="button" className="link" onClick={onLeave}>
          {words.back}
        </button>
      </div>
    </Card>
  )
}

interface DigitsProps extends Props {
  asked: Asked
  onAsked: (asked: Asked | undefined) => void
}

const ByDigits = ({ asked, onAsked, settle }: DigitsProps) => {
  const all = useWords()
  const [code, setCode] = useState('')
  const { email, request } = asked
  const form = useSubmission(
    async () => {
      try {
        await settle(signInByCode(request, code))
      } catch (error) {
        throw isInvalidCode(error) ? wrongCode(all.code_refused.field) : error
      }
      forgetAsked('signin')
    },
    { code: all.code },
  )
  return (
    <Card title={all.check_mail.title} lead={fill(all.signin_code.sent, { email })}>
      <Form of={form}>
        <CodeField {...form.fieldOf('code')} value={code} onChange={setCode} hint={all.code_hint} autoFocus />
        <Submit of={form}>{all.sign_in}</Submit>
      </Form>
      <Resend
        isAgain={asked.isAgain}
        send={async () => onAsked(await ask(email, true))}
        onOther={() => {
          forgetAsked('signin')
          onAsked(undefined)
        }}
      />
    </Card>
  )
}
