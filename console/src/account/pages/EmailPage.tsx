import type { Me } from '@rolecall/client'
import { type ReactNode, useEffect, useState } from 'react'
import { type Asked, forgetAsked, keepAsked, readAsked } from '../asked.ts'
import { Card } from '../Card.tsx'
import { CodeField } from '../fields.tsx'
import { isInvalidCode, wrongCode } from '../invalidCode.ts'
import { linkCode } from '../link.ts'
import { ButtonLink } from '../links.tsx'
import { Form, Notice, Submit } from '../notices.tsx'
import { Resend } from '../Resend.tsx'
import { SignInForm } from '../SignInForm.tsx'
import { client, signOut, store } from '../service.ts'
import { Unreachable } from '../Unreachable.tsx'
import { useSubmission } from '../useSubmission.ts'
import { fill, useWords } from '../words.ts'

const [, undoCode] = /^undo=(.+)$/.exec(linkCode) ?? []

/** Confirms an address, signed in; or undoes a change of it, which needs no sign-in. */
export const EmailPage = () => {
  if (undoCode !== undefined) return <Undo code={undoCode} />
  return (
    <AsSomebody>
      {(me, leave) => (linkCode === '' ? <ByDigits me={me} /> : <ByLink me={me} onLeave={leave} />)}
    </AsSomebody>
  )
}

interface AsSomebodyProps {
  /** @param leave asks to sign in as somebody else */
  children: (me: Me, leave: () => void) => ReactNode
}

/** Asks to sign in first. Here, as the code must not leave this page. */
const AsSomebody = ({ children }: AsSomebodyProps) => {
  const { change_email: words } = useWords()
  const [isSignedOut, setSignedOut] = useState(() => store.get() === undefined)
  const [me, setMe] = useState<Me>()
  const [error, setError] = useState<unknown>()
  const leave = () => {
    setMe(undefined)
    setSignedOut(true)
  }
  const load = () => {
    setError(undefined)
    client.me().then(setMe, (failure) => {
      if (failure.status !== 401) return setError(failure)
      store.set(undefined)
      leave()
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the session that the page finds.
  useEffect(() => {
    if (!isSignedOut) load()
  }, [])
  if (error !== undefined) return <Unreachable error={error} retry={load} />
  if (me) return children(me, () => void signOut().then(leave))
  return isSignedOut ? <SignInForm onSignIn={setMe} lead={words.sign_in} /> : null
}

const nameOf = ({ user }: Me) => user.name ?? ''

const addressOf = ({ user }: Me) => ('email' in user ? (user.email ?? '') : '')

const Confirmed = () => {
  const { change_email: words } = useWords()
  return (
    <Card title={words.done}>
      <ButtonLink to="signin">{words.go_on}</ButtonLink>
    </Card>
  )
}

const confirm = (body: { code: string; request?: string }) =>
  client.request('POST', '/api/email/confirm', { body })

const ByLink = ({ me, onLeave }: { me: Me; onLeave: () => void }) => {
  const { change_email: words } = useWords()
  const [end, setEnd] = useState<'done' | 'refused'>()
  const form = useSubmission(async () => {
    try {
      await confirm({ code: linkCode })
      setEnd('done')
    } catch (error) {
      if (!isInvalidCode(error)) throw error
      setEnd('refused')
    }
  }, {})
  if (end === 'done') return <Confirmed />
  return (
    <Card title={words.title} lead={fill(words.lead, { name: nameOf(me) })}>
      <Form of={form}>
        {end === 'refused' && (
          <Notice severity="error">{fill(words.wrong_account, { name: nameOf(me) })}</Notice>
        )}
        <Submit of={form}>{words.confirm}</Submit>
      </Form>
      <button type="button" className="secondary" onClick={onLeave}>
        {words.other_account}
      </button>
    </Card>
  )
}

/** Of a mail that this tab asked for, here or in the console. */
const ByDigits = ({ me }: { me: Me }) => {
  const all = useWords()
  const { change_email: words } = all
  const [asked, setAsked] = useState(() => readAsked('email'))
  const [isDone, setDone] = useState(false)
  const [code, setCode] = useState('')
  const ask = async (isAgain = false): Promise<Asked> => {
    const { request } = await client.request('POST', '/api/email/verify')
    return keepAsked('email', addressOf(me), request, isAgain)
  }
  const form = useSubmission(
    async () => {
      if (!asked) return setAsked(await ask())
      try {
        await confirm({ code, request: asked.request })
      } catch (error) {
        throw isInvalidCode(error) ? wrongCode(all.code_refused.field) : error
      }
      forgetAsked('email')
      setDone(true)
    },
    { code: all.code },
  )
  if (isDone) return <Confirmed />
  if (!asked) {
    return (
      <Card title={words.title} lead={fill(words.ask, { email: addressOf(me) })}>
        <Form of={form}>
          <Submit of={form}>{words.ask_submit}</Submit>
        </Form>
      </Card>
    )
  }
  return (
    <Card title={all.check_mail.title} lead={fill(words.digits, { email: asked.email })}>
      <Form of={form}>
        <CodeField {...form.fieldOf('code')} value={code} onChange={setCode} hint={all.code_hint} autoFocus />
        <Submit of={form}>{words.confirm}</Submit>
      </Form>
      {/* A mail to a future address is asked for where it was typed. */}
      {asked.email === addressOf(me) && (
        <Resend key={asked.at} isAgain={asked.isAgain} send={async () => setAsked(await ask(true))} />
      )}
    </Card>
  )
}

const Undo = ({ code }: { code: string }) => {
  const all = useWords()
  const { change_email: words } = all
  const [end, setEnd] = useState<'done' | 'refused'>()
  const form = useSubmission(async () => {
    try {
      await client.request('POST', '/api/email/undo', { body: { code } })
      store.set(undefined)
      setEnd('done')
    } catch (error) {
      if (!isInvalidCode(error)) throw error
      setEnd('refused')
    }
  }, {})
  if (end === 'refused') return <Card title={all.code_refused.title} lead={all.code_refused.text} />
  if (end === 'done') {
    return (
      <Card title={words.undone} lead={words.undone_text}>
        <ButtonLink to="forgot">{words.new_password}</ButtonLink>
      </Card>
    )
  }
  return (
    <Card title={words.undo_title} lead={words.undo_lead}>
      <Form of={form}>
        <Submit of={form}>{words.undo}</Submit>
      </Form>
    </Card>
  )
}
