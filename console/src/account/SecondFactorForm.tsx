import type { Me, SecondFactorRequired } from '@rolecall/client'
import { useRef, useState } from 'react'
import { type ChallengeEnd, challengeEnd, isCodeRefused } from '../api/challengeEnd.ts'
import { Card } from './Card.tsx'
import { CodeField, Field } from './fields.tsx'
import { wrongCode } from './invalidCode.ts'
import { Form, Submit } from './notices.tsx'
import { finishSignIn } from './service.ts'
import { useSubmission } from './useSubmission.ts'
import { useWords } from './words.ts'

interface Props {
  required: SecondFactorRequired
  onSignIn: (me: Me) => void
  /** Back to the password. @param end why, if nobody chose to */
  onLeave: (end?: ChallengeEnd) => void
}

/** After the password: a code of the authenticator app, or a recovery code. */
export const SecondFactorForm = ({ required, onSignIn, onLeave }: Props) => {
  const { second_factor: words, ...all } = useWords()
  const hasApp = required.factors.includes('totp')
  const [isRecovery, setRecovery] = useState(!hasApp)
  const [code, setCode] = useState('')
  const tries = useRef(0)
  const name = isRecovery ? 'recovery_code' : 'code'
  const finish = async () => {
    const proof = isRecovery ? { recovery_code: code } : { code }
    try {
      onSignIn(await finishSignIn(required.readChallenge(), proof))
    } catch (error) {
      if (!isCodeRefused(error)) throw error
      tries.current += 1
      const end = challengeEnd(required, tries.current)
      if (end === undefined) throw wrongCode(error.errors.join(' '), name)
      onLeave(end)
    }
  }
  const form = useSubmission(finish, { code: all.code, recovery_code: words.recovery_code })
  const shared = { ...form.fieldOf(name), value: code, autoFocus: true }
  const toggle = () => {
    setRecovery(!isRecovery)
    setCode('')
  }
  return (
    <Card title={words.title} lead={isRecovery ? words.recovery_lead : words.lead}>
      <Form of={form}>
        {isRecovery ? (
          <Field {...shared} onChange={setCode} autoComplete="off" maxLength={50} />
        ) : (
          <CodeField {...shared} onChange={setCode} hint={words.hint} />
        )}
        <Submit of={form}>{all.sign_in}</Submit>
      </Form>
      <div className="actions">
        {hasApp && required.factors.includes('recovery_code') && (
          <button type="button" className="link" onClick={toggle}>
            {isRecovery ? words.use_app : words.use_recovery}
          </button>
        )}
        <button type="button" className="link" onClick={() => onLeave()}>
          {words.back}
        </button>
      </div>
    </Card>
  )
}
