import { RolecallError } from '@rolecall/client'
import { useEffect, useState } from 'react'
import { Card } from '../Card.tsx'
import { linkCode } from '../link.ts'
import { PageLink, pathOf } from '../links.tsx'
import { NewAccountForm } from '../NewAccountForm.tsx'
import { Notice } from '../notices.tsx'
import { client, signIn, useService } from '../service.ts'
import { Unreachable } from '../Unreachable.tsx'
import { useWords } from '../words.ts'

const isRefusal = (error: unknown) => error instanceof RolecallError && error.code === 'setup_refused'

/** Creates the first administrator, with the code of the setup link. */
export const SetupPage = () => (linkCode === '' ? <Refused isWhole={false} /> : <WithCode code={linkCode} />)

const WithCode = ({ code }: { code: string }) => {
  const { setup: words } = useWords()
  const [state, setState] = useState<'unknown' | 'works' | 'refused'>('unknown')
  const [error, setError] = useState<unknown>()
  const check = () => {
    setError(undefined)
    client.request('POST', '/api/setup/check', { body: { code } }).then(
      () => setState('works'),
      (failure) => (isRefusal(failure) ? setState('refused') : setError(failure)),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(check, [])
  if (error !== undefined) return <Unreachable error={error} retry={check} />
  if (state === 'refused') return <Refused isWhole />
  if (state === 'unknown') return null
  return (
    <Card title={words.title} lead={words.lead}>
      <NewAccountForm
        hasPassword
        submit={words.submit}
        send={async (account) => {
          try {
            await client.request('POST', '/api/setup', { body: { code, ...account } })
          } catch (failure) {
            if (!isRefusal(failure)) throw failure
            return setState('refused')
          }
          await signIn(account.email, account.password)
          location.replace(pathOf(''))
        }}
      />
    </Card>
  )
}

/** @param isWhole the link has a code, which is wrong or no longer valid */
const Refused = ({ isWhole }: { isWhole: boolean }) => {
  const { setup: words, sign_in: signInWord } = useWords()
  const { is_set_up: isSetUp } = useService()
  return (
    <Card title={words.refused}>
      <Notice severity="error">{isWhole ? words.wrong : words.not_whole}</Notice>
      <p className="soft">{isSetUp ? words.is_set_up : words.is_not_set_up}</p>
      <p className="actions">
        {isSetUp && <PageLink to="signin">{signInWord}</PageLink>}
        <PageLink to="docs">{words.docs}</PageLink>
      </p>
    </Card>
  )
}
