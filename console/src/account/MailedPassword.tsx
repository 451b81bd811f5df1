import { useState } from 'react'
import { type Asked, forgetAsked, keepAsked, type Purpose, readAsked } from './asked.ts'
import { Card } from './Card.tsx'
import { CodeField, Field, NewPasswordField } from './fields.tsx'
import { isInvalidCode, wrongCode } from './invalidCode.ts'
import { linkCode } from './link.ts'
import { PageLink } from './links.tsx'
import { Form, Submit } from './notices.tsx'
import { Resend } from './Resend.tsx'
import { useSubmission } from './useSubmission.ts'
import { fill, useWords } from './words.ts'

/** A code of a link, or digits with their `request`, and the password that it sets. */
interface MailedCode {
  code: string
  request?: string
  password: string
}

/** How the two pages differ that set a password with a mailed code. */
export interface Flow {
  purpose: Extract<Purpose, 'verify' | 'reset'>
  /** @returns the `request` of the new mail's digits */
  ask: (email: string) => Promise<string>
  /** @param email as it was asked for, in this tab */
  use: (code: MailedCode, email: string | undefined) => Promise<unknown>
}

/** With the code of a link, or with digits if this tab asked for the mail; otherwise a form that asks for one. */
export const MailedPassword = ({ flow }: { flow: Flow }) => {
  const [asked, setAsked] = useState(() => readAsked(flow.purpose))
  const [isRefused, setRefused] = useState(false)
  const isByLink = linkCode !== ''
  if (isByLink && !isRefused) return <ByLink flow={flow} code={linkCode} onRefused={() => setRefused(true)} />
  if (asked) return <ByDigits flow={flow} asked={asked} onAsked={setAsked} />
  return <AskAgain flow={flow} isRefused={isByLink} onAsked={setAsked} />
}

const ByLink = ({ flow, code, onRefused }: { flow: Flow; code: string; onRefused: () => void }) => {
  const { new_password: label, ...all } = useWords()
  const words = all[flow.purpose]
  const [password, setPassword] = useState('')
  const form = useSubmission(
    async () => {
      try {
        await flow.use({ code, password }, undefined)
      } catch (error) {
        if (!isInvalidCode(error)) throw error
        forgetAsked(flow.purpose)
        onRefused()
      }
    },
    { password: label },
  )
  return (
    <Card title={words.title} lead={words.lead}>
      <Form of={form}>
        <NewPasswordField {...form.fieldOf('password')} value={password} onChange={setPassword} autoFocus />
        <Submit of={form}>{words.submit}</Submit>
      </Form>
    </Card>
  )
}

interface DigitsProps {
  flow: Flow
  asked: Asked
  onAsked: (asked: Asked | undefined) => void
}

const ByDigits = ({ flow, asked, onAsked }: DigitsProps) => {
  const all = useWords()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const { email, request } = asked
  const form = useSubmission(
    async () => {
      try {
        await flow.use({ code, request, password }, email)
      } catch (error) {
        throw isInvalidCode(error) ? wrongCode(all.code_refused.field) : error
      }
    },
    { code: all.code, password: all.new_password },
  )
  return (
    <Card
      title={all.check_mail.title}
      lead={fill(all.check_mail[flow.purpose], { email })}
      footer={<PageLink to="signin">{all.reset.to_sign_in}</PageLink>}
    >
      <Form of={form}>
        <CodeField {...form.fieldOf('code')} value={code} onChange={setCode} hint={all.code_hint} autoFocus />
        <NewPasswordField
          {...form.fieldOf('password')}
          value={password}
          onChange={setPassword}
          account={email}
        />
        <Submit of={form}>{all[flow.purpose].submit}</Submit>
      </Form>
      <Resend
        key={asked.at}
        isAgain={asked.isAgain}
        send={async () => onAsked(keepAsked(flow.purpose, email, await flow.ask(email), true))}
        onOther={() => {
          forgetAsked(flow.purpose)
          onAsked(undefined)
        }}
      />
    </Card>
  )
}

interface AskProps {
  flow: Flow
  /** A link was, which this page says. */
  isRefused: boolean
  onAsked: (asked: Asked) => void
}

/** Asks for a mail. */
export const AskAgain = ({ flow, isRefused, onAsked }: AskProps) => {
  const all = useWords()
  const words = all[flow.purpose]
  const [email, setEmail] = useState('')
  const form = useSubmission(
    async () => onAsked(keepAsked(flow.purpose, email.trim(), await flow.ask(email.trim()))),
    { email: all.email },
  )
  return (
    <Card
      title={isRefused ? all.code_refused.title : words.ask_title}
      lead={isRefused ? all.code_refused.text : words.ask}
      footer={<PageLink to="signin">{all.reset.to_sign_in}</PageLink>}
    >
      {isRefused && <p className="lead">{words.ask}</p>}
      <Form of={form}>
        <Field
          {...form.fieldOf('email')}
          value={email}
          onChange={setEmail}
          type="email"
          autoComplete="username"
          autoFocus
        />
        <Submit of={form}>{words.ask_submit}</Submit>
      </Form>
    </Card>
  )
}
