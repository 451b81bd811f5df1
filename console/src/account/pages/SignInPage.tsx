import type { Me } from '@rolecall/client'
import { useEffect, useState } from 'react'
import { Card } from '../Card.tsx'
import { destinationOf } from '../destination.ts'
import { PageLink } from '../links.tsx'
import { SignInForm } from '../SignInForm.tsx'
import { client, signOut, store, useService } from '../service.ts'
import { Unreachable } from '../Unreachable.tsx'
import { fill, useWords } from '../words.ts'

/** Signs in, or says that somebody is. Whoever has something to do elsewhere is led there. */
export const SignInPage = () => {
  const facts = useService()
  const [isSignedOut, setSignedOut] = useState(() => store.get() === undefined)
  const [me, setMe] = useState<Me>()
  const [error, setError] = useState<unknown>()
  const welcome = (person: Me) => {
    const to = destinationOf(person, facts, location.search)
    if (to === undefined) setMe(person)
    else location.replace(to)
  }
  const load = () => {
    setError(undefined)
    client.me().then(welcome, (failure) => {
      if (failure.status !== 401) return setError(failure)
      store.set(undefined)
      setSignedOut(true)
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the session that the page finds.
  useEffect(() => {
    if (!isSignedOut) load()
  }, [])
  if (error !== undefined) return <Unreachable error={error} retry={load} />
  if (me)
    return (
      <SignedIn
        me={me}
        onSignOut={() => {
          setMe(undefined)
          setSignedOut(true)
        }}
      />
    )
  return isSignedOut ? <SignInForm onSignIn={welcome} /> : null
}

/** What those can do here who have no business in the console. */
const SignedIn = ({ me: { user }, onSignOut }: { me: Me; onSignOut: () => void }) => {
  const { signed_in: words } = useWords()
  const name = user.name ?? ''
  const email = 'email' in user ? (user.email ?? '') : ''
  return (
    <Card title={words.title} lead={fill(words.as, { name, email })}>
      <ul className="choices">
        <li>
          <PageLink to={`users/${user.id}`}>{words.profile}</PageLink>
          <span className="soft">{words.profile_hint}</span>
        </li>
        <li>
          <PageLink to={`users/${user.id}/tokens`}>{words.sessions}</PageLink>
          <span className="soft">{words.sessions_hint}</span>
        </li>
      </ul>
      <p className="soft">{words.nothing_else}</p>
      <button
        type="button"
        className="secondary"
        onClick={async () => {
          await signOut()
          onSignOut()
        }}
      >
        {words.sign_out}
      </button>
    </Card>
  )
}
