import type { components } from '@rolecall/client'
import { useEffect, useState } from 'react'
import { Card } from '../Card.tsx'
import { destinationOf } from '../destination.ts'
import { NewPasswordField } from '../fields.tsx'
import { isInvalidCode } from '../invalidCode.ts'
import { linkCode } from '../link.ts'
import { pathOf } from '../links.tsx'
import { NameFields, NO_NAME, sentName } from '../NameFields.tsx'
import { Form, Submit } from '../notices.tsx'
import { acceptInvitation, client, signIn, useService } from '../service.ts'
import { Unreachable } from '../Unreachable.tsx'
import { useSubmission } from '../useSubmission.ts'
import { fill, timeText, useWords } from '../words.ts'

type Invitation = components['schemas']['InvitationShown']

/** Shows an invitation, and accepts it. */
export const InvitePage = () => {
  const { invite: words } = useWords()
  const [invitation, setInvitation] = useState<Invitation>()
  const [isRefused, setRefused] = useState(linkCode === '')
  const [error, setError] = useState<unknown>()
  const look = () => {
    setError(undefined)
    client.request('POST', '/api/invitations/look', { body: { code: linkCode } }).then(
      (answer) => setInvitation(answer.invitation),
      (failure) => (isInvalidCode(failure) ? setRefused(true) : setError(failure)),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (!isRefused) look()
  }, [])
  if (isRefused) return <Card title={words.refused} lead={words.refused_text} />
  if (error !== undefined) return <Unreachable error={error} retry={look} />
  return invitation ? <Accept invitation={invitation} onRefused={() => setRefused(true)} /> : null
}

// Over 80 lines: what somebody is invited to, and the form, are one card.
const Accept = ({ invitation, onRefused }: { invitation: Invitation; onRefused: () => void }) => {
  const all = useWords()
  const { invite: words } = all
  const facts = useService()
  const { email, inviter, message, expires_at: end, roles } = invitation
  const brand = facts.brand.name
  const [name, setName] = useState({ ...NO_NAME, first: invitation.first_name ?? '' })
  const [password, setPassword] = useState('')
  const [lost, setLost] = useState<string[]>()
  const goOn = async () => {
    const me = await signIn(email, password).catch(() => undefined)
    location.replace((me && destinationOf(me, facts, '')) ?? pathOf('signin'))
  }
  const form = useSubmission(
    async () => {
      try {
        const missing = await acceptInvitation({
          code: linkCode,
          ...sentName(name),
          password,
        })
        if (missing.length > 0) setLost(missing)
        else await goOn()
      } catch (error) {
        if (!isInvalidCode(error)) throw error
        onRefused()
      }
    },
    { first_name: all.first_name, last_name: all.last_name, password: all.new_password },
  )
  if (lost) {
    return (
      <Card title={fill(words.done, { brand })} lead={words.done_text}>
        <ul>
          {lost.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <button type="button" className="primary" onClick={() => void goOn()}>
          {words.go_on}
        </button>
      </Card>
    )
  }
  const title = inviter === null ? words.title_alone : words.title
  return (
    <Card
      title={fill(title, { brand, inviter: inviter ?? '' })}
      lead={roles.length > 0 && fill(words.as, { roles: roles.join(', ') })}
    >
      <p className="lead">{fill(words.for, { email, time: timeText(end) })}</p>
      {message !== null && <blockquote>{message}</blockquote>}
      <Form of={form}>
        <NameFields of={form} name={name} onChange={setName} autoFocus={name.first === ''} />
        <NewPasswordField
          {...form.fieldOf('password')}
          value={password}
          onChange={setPassword}
          autoFocus={name.first !== ''}
          account={email}
        />
        <Submit of={form}>{words.submit}</Submit>
      </Form>
    </Card>
  )
}
