import type { Me, SecondFactorProof, SecondFactorRequired } from '@rolecall/client'
import { useEffect, useRef, useState } from 'react'
import { type ChallengeEnd, challengeEnd, isCodeRefused } from '../../api/challengeEnd.ts'
import { PasskeyError, readPasskey, waysOf, whyPasskeysOff } from '../../api/passkeys.ts'
import { Card } from '../Card.tsx'
import { CodeField, Field } from '../fields.tsx'
import { wrongCode } from '../invalidCode.ts'
import { Form, Submit } from '../notices.tsx'
import { finishSignIn, useService } from '../service.ts'
import { useSubmission } from '../useSubmission.ts'
import { useWords } from '../words.ts'
import { passkeyRefusal } from './passkeyRefusal.ts'
import { useFactorWords } from './words.ts'

interface Props {
  required: SecondFactorRequired
  onSignIn: (me: Me) => void
  /** Back to the password. @param end why, if nobody chose to */
  onLeave: (end?: ChallengeEnd) => void
}

/** After the password: a passkey, a code of the authenticator app, or a recovery code. */
export const SecondFactorForm = ({ required, onSignIn, onLeave }: Props) => {
  const words = useFactorWords()
  const ways = waysOf(required.factors, whyPasskeysOff(useService()) === undefined)
  const [way, setWay] = useState(ways[0] ?? 'recovery_code')
  const tries = useRef(0)
  const finish = async (proof: SecondFactorProof): Promise<string | undefined> => {
    try {
      onSignIn(await finishSignIn(required.readChallenge(), proof))
    } catch (error) {
      if (!isCodeRefused(error)) throw error
      tries.current += 1
      const end = challengeEnd(required, tries.current)
      if (end === undefined) return error.errors.join(' ')
      onLeave(end)
    }
    return undefined
  }
  const step = { required, finish, onLeave }
  return (
    <Card key={way} title={words[way].title} lead={words[way].lead}>
      {way === 'passkey' ? <PasskeyStep {...step} /> : <CodeStep {...step} way={way} />}
      <div className="actions">
        {ways
          .filter((each) => each !== way)
          .map((each) => (
            <button key={each} type="button" className="link" onClick={() => setWay(each)}>
              {words[each].other}
            </button>
          ))}
        <button type="button" className="link" onClick={() => onLeave()}>
          {words.back}
        </button>
      </div>
    </Card>
  )
}

interface StepProps extends Pick<Props, 'required' | 'onLeave'> {
  /** @returns why another attempt is needed */
  finish: (proof: SecondFactorProof) => Promise<string | undefined>
}

const PasskeyStep = ({ required, finish, onLeave }: StepProps) => {
  const words = useFactorWords()
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])
  const send = async () => {
    // In place of a device that asks for nothing.
    const end = challengeEnd(required, 0)
    if (end !== undefined || !required.passkeyOptions) return onLeave(end)
    asking.current = new AbortController()
    try {
      const passkey = await readPasskey(required.passkeyOptions, asking.current.signal)
      if ((await finish({ passkey })) !== undefined) throw new PasskeyError('refused')
    } catch (error) {
      throw passkeyRefusal(error, words)
    }
  }
  const form = useSubmission(send, {})
  return (
    <Form of={form}>
      <Submit of={form} autoFocus>
        {words.passkey.submit}
      </Submit>
    </Form>
  )
}

const CodeStep = ({ way, finish }: StepProps & { way: 'totp' | 'recovery_code' }) => {
  const words = useFactorWords()
  const all = useWords()
  const [code, setCode] = useState('')
  const name = way === 'totp' ? 'code' : way
  const send = async () => {
    const refusal = await finish(way === 'totp' ? { code } : { recovery_code: code })
    if (refusal !== undefined) throw wrongCode(refusal, name)
  }
  const form = useSubmission(send, { code: all.code, recovery_code: words.recovery })
  const shared = { ...form.fieldOf(name), value: code, autoFocus: true }
  return (
    <Form of={form}>
      {way === 'totp' ? (
        <CodeField {...shared} onChange={setCode} hint={words.hint} />
      ) : (
        <Field {...shared} onChange={setCode} autoComplete="off" maxLength={50} />
      )}
      <Submit of={form}>{words[way].submit}</Submit>
    </Form>
  )
}
