import { type Me, SecondFactorRequired } from '@rolecall/client'
import { useEffect, useRef, useState } from 'react'
import type { ChallengeEnd } from '../api/challengeEnd.ts'
import { Card } from './Card.tsx'
import { passkeyRefusal } from './factors/passkeyRefusal.ts'
import { SecondFactorForm } from './factors/SecondFactorForm.tsx'
import { usePasskeySignIn } from './factors/usePasskeySignIn.ts'
import { useFactorWords } from './factors/words.ts'
import { Field, PasswordField } from './fields.tsx'
import { PageLink } from './links.tsx'
import { ErrorNotice, Form, Notice, Spinner, Submit } from './notices.tsx'
import type { SignInCode } from './SignInCode.tsx'
import { signIn, useService } from './service.ts'
import { useSubmission } from './useSubmission.ts'
import { useWords } from './words.ts'

/** @param lead why to sign in, on another page */
export const SignInForm = ({ onSignIn, lead }: { onSignIn: (me: Me) => void; lead?: string }) => {
  const words = useWords()
  const factorWords = useFactorWords()
  const facts = useService()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [required, setRequired] = useState<SecondFactorRequired>()
  const [end, setEnd] = useState<ChallengeEnd>()
  const [ByCode, setByCode] = useState<typeof SignInCode>()
  const [isDone, setDone] = useState(false)
  const welcome = (me: Me) => {
    setDone(true)
    onSignIn(me)
  }
  const settle = async (signingIn: Promise<Me>) => {
    setEnd(undefined)
    try {
      welcome(await signingIn)
    } catch (error) {
      if (!(error instanceof SecondFactorRequired)) throw error
      setRequired(error)
      setPassword('')
    }
  }
  const form = useSubmission(
    () => {
      passkey.stop()
      return settle(signIn(name.trim(), password))
    },
    { email: words.name, password: words.password },
  )
  const isIdle = !(form.isBusy || isDone || required || ByCode)
  const passkey = usePasskeySignIn({ onSignIn: welcome, isIdle })
  if (required) {
    const leave = (why?: ChallengeEnd) => {
      setRequired(undefined)
      setByCode(undefined)
      setEnd(why)
    }
    return <SecondFactorForm required={required} onSignIn={welcome} onLeave={leave} />
  }
  if (ByCode) return <ByCode name={name.trim()} settle={settle} onLeave={() => setByCode(undefined)} />
  const mayJoin = facts.is_set_up && facts.signup !== 'closed'
  return (
    <Card title={words.signin.title} lead={lead} footer={mayJoin && <JoinLink />}>
      {!facts.is_set_up && <Notice severity="warning">{words.not_set_up.sign_in}</Notice>}
      {end && <Notice severity="warning">{factorWords[end]}</Notice>}
      <PasskeyNotice error={passkeyRefusal(passkey.error, factorWords)} />
      <Form of={form}>
        <Field
          {...form.fieldOf('email')}
          value={name}
          onChange={setName}
          autoComplete={passkey.isOn ? 'username webauthn' : 'username'}
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
        {passkey.isOn && <PasskeyButton isBusy={passkey.isBusy} onClick={passkey.start} />}
        {facts.signin_code && <MailCodeButton onLoaded={(form) => setByCode(() => form)} />}
      </Form>
    </Card>
  )
}

const JoinLink = () => {
  const words = useWords()
  return (
    <>
      {words.signin.no_account} <PageLink to="signup">{words.sign_up}</PageLink>
    </>
  )
}

const PasskeyButton = ({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) => (
  <button type="button" className="secondary" aria-disabled={isBusy} onClick={onClick}>
    {useFactorWords().use_passkey}
    {isBusy && <Spinner />}
  </button>
)

/** Takes the focus, as the notice of a form does. */
const PasskeyNotice = ({ error }: { error: unknown }) => {
  const place = useRef<HTMLDivElement>(null)
  const isShown = error !== undefined
  useEffect(() => {
    if (isShown) place.current?.querySelector<HTMLElement>('[role=alert]')?.focus()
  }, [isShown])
  return (
    <div ref={place}>
      <ErrorNotice error={error} />
    </div>
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
