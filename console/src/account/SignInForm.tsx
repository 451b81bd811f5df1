import { type Me, SecondFactorRequired } from '@rolecall/client'
import { useState } from 'react'
import type { ChallengeEnd } from '../api/challengeEnd.ts'
import { Card } from './Card.tsx'
import { Field, PasswordField } from './fields.tsx'
import { PageLink } from './links.tsx'
import { ErrorNotice, Form, Notice, Submit } from './notices.tsx'
import { SecondFactorForm } from './SecondFactorForm.tsx'
import type { SignInCode } from './SignInCode.tsx'
import { signIn, useService } from './service.ts'
import { useSubmission } from './useSubmission.ts'
import { useWords } from './words.ts'

/** @param lead why to sign in, on another page */
export const SignInForm = ({ onSignIn, lead }: { onSignIn: (me: Me) => void; lead?: string }) => {
  const words = useWords()
  const facts = useService()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [required, setRequired] = useState<SecondFactorRequired>()
  const [end, setEnd] = useState<ChallengeEnd>()
  const [ByCode, setByCode] = useState<typeof SignInCode>()
  const settle = async (signingIn: Promise<Me>) => {
    setEnd(undefined)
    try {
      onSignIn(await signingIn)
    } catch (error) {
      if (!(error instanceof SecondFactorRequired)) throw error
      setRequired(error)
      setPassword('')
    }
  }
  const form = useSubmission(() => settle(signIn(name.trim(), password)), {
    email: words.name,
    password: words.password,
  })
  if (required) {
    const leave = (why?: ChallengeEnd) => {
      setRequired(undefined)
      setByCode(undefined)
      setEnd(why)
    }
    return <SecondFactorForm required={required} onSignIn={onSignIn} onLeave={leave} />
  }
  if (ByCode) return <ByCode name={name.trim()} settle={settle} onLeave={() => setByCode(undefined)} />
  const mayJoin = facts.is_set_up && facts.signup !== 'closed'
  return (
    <Card
      title={words.signin.title}
      lead={lead}
      footer={
        mayJoin && (
          <>
            {words.signin.no_account} <PageLink to="signup">{words.sign_up}</PageLink>
          </>
        )
      }
    >
      {!facts.is_set_up && <Notice severity="warning">{words.not_set_up.sign_in}</Notice>}
      {end && <Notice severity="warning">{words.second_factor[end]}</Notice>}
      <Form of={form}>
        <Field
          {...form.fieldOf('email')}
          value={name}
          onChange={setName}
          autoComplete="username"
          autoFocus={name === ''}
        />
        <PasswordField
          {...form.fieldOf('password')}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          autoFocus={name !== ''}
        />
        <Submit of={form}>{words.sign_in}</Submit>
        <p className="aside">
          <PageLink to="forgot">{words.signin.forgot}</PageLink>
        </p>
        {facts.signin_code && <MailCodeButton onLoaded={(form) => setByCode(() => form)} />}
      </Form>
    </Card>
  )
}

/** Few people use it, so its form is loaded then. */
const MailCodeButton = ({ onLoaded }: { onLoaded: (form: typeof SignInCode) => void }) => {
  const words = useWords()
  const [error, setError] = useState<unknown>()
  const load = () => void import('./SignInCode.tsx').then((part) => onLoaded(part.SignInCode), setError)
  return (
    <>
      <ErrorNotice error={error} />
      <button type="button" className="secondary" onClick={load}>
        {words.signin_code.ask}
      </button>
    </>
  )
}
