import { useState } from 'react'
import { ErrorNotice, Notice, useCountdown, waitText } from './notices.tsx'
import { fill, useWords } from './words.ts'

/** Another mail is offered only after this time, since delivery takes a while. */
const WAIT_MS = 30_000

interface Props {
  /** This is the second mail, or a later one. */
  isAgain: boolean
  send: () => Promise<void>
  /** Offers to enter another address. */
  onOther?: () => void
}

/** What to do if a mail does not arrive. */
export const Resend = ({ isAgain, send, onOther }: Props) => {
  const words = useWords()
  const rest = useCountdown(WAIT_MS)
  const [error, setError] = useState<unknown>()
  const { check_mail: texts } = words
  return (
    <section className="resend">
      {isAgain && <Notice severity="success">{texts.sent}</Notice>}
      <ErrorNotice error={error} />
      <p className="soft">
        {texts.nothing}{' '}
        {rest > 0 && <span aria-hidden="true">{fill(texts.wait, { time: waitText(rest, words) })}</span>}
      </p>
      <div className="actions">
        {rest === 0 && (
          <button type="button" className="link" onClick={() => void send().catch(setError)}>
            {texts.again}
          </button>
        )}
        {onOther && (
          <button type="button" className="link" onClick={onOther}>
            {texts.other_address}
          </button>
        )}
      </div>
    </section>
  )
}
