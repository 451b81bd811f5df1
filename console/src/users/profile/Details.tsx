import { Link, Typography } from '@mui/material'
import { etagOf } from '@rolecall/client'
import { useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useMay, useMe } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { useChange } from '../../api/useChange.ts'
import { baseOf } from '../../api/versions.ts'
import { useNotifier } from '../../features/mutations/useNotifier.tsx'
import { CommandButton } from '../../ui/CommandButton.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Section } from '../../ui/Section.tsx'
import { When } from '../../ui/When.tsx'
import { type FieldGroup, OWN_PROFILE, PROFILE } from '../fields.ts'
import { UserForm } from '../form/UserForm.tsx'
import { useLockReason } from '../useLockReason.ts'
import type { ChangesOf, User } from '../user.ts'
import { changesOfUser, userQuery } from './queries.ts'

export const Details = ({ user }: { user: User }) => {
  const may = useMay()
  const beyond = useLockReason(user)
  const canChange = may('users', 'update', user) && user.deleted_at === null && !beyond
  const isMasked = !('email' in user)
  const isSelf = user.id === useMe().user.id
  const groups = (isSelf ? OWN_PROFILE : PROFILE).map(({ id, fields }) => ({
    id,
    fields: fields.filter(({ isContact }) => !(isMasked && isContact)),
  }))
  return (
    <>
      {isMasked && <Masked />}
      {isSelf && <OwnAccount />}
      {canChange ? <Form user={user} groups={groups} /> : <Read user={user} groups={groups} />}
      <History user={user} />
    </>
  )
}

const Masked = () => {
  const translate = useTranslate()
  return <Section>{translate('users.masked')}</Section>
}

/** Leads to what only the user changes. */
const OwnAccount = () => {
  const translate = useTranslate()
  return (
    <Section>
      <Typography variant="body2">
        {translate('users.own_account')}{' '}
        <Link component={RouterLink} to="/account">
          {translate('users.to_account')}
        </Link>
      </Typography>
    </Section>
  )
}

const Form = ({ user, groups }: { user: User; groups: FieldGroup[] }) => {
  const translate = useTranslate()
  const queries = useQueryClient()
  const notifier = useNotifier()
  const change = useChange()
  const savedText = (changes: ChangesOf) =>
    changes.password == null
      ? translate('users.saved_changes')
      : translate('users.password.saved', { name: user.name })
  const save = async (changes: ChangesOf, filledFrom: User) => {
    const update = () => {
      const base = baseOf(filledFrom, queries.getQueryData(userQuery(user.id).queryKey), changes)
      return client.users.update(user.id, changes, { ifMatch: etagOf(base) })
    }
    // The form is clean once it has the saved user.
    await change(update, changesOfUser(user.id))
    return () => notifier.done({ message: savedText(changes) })
  }
  return (
    <UserForm
      groups={groups}
      user={user}
      onSave={save}
      onReload={() => queries.fetchQuery(userQuery(user.id))}
    />
  )
}

const Read = ({ user, groups }: { user: User; groups: FieldGroup[] }) => {
  const translate = useTranslate()
  const known = groups.flatMap(({ fields }) => fields).filter(({ name }) => textOf(user, name))
  return (
    <Section title={translate('users.groups.about')}>
      <Facts
        facts={known.map(({ name }) => ({
          label: translate(`people.fields.${name}`),
          value: textOf(user, name),
        }))}
      />
    </Section>
  )
}

const textOf = (user: User, name: string) => (user as unknown as Record<string, string | number>)[name]

const History = ({ user }: { user: User }) => {
  const translate = useTranslate()
  const label = (name: string) => translate(`users.fields.${name}`)
  return (
    <Section title={translate('users.history')} actions={<MailsLink user={user} />}>
      <Facts
        facts={[
          { label: label('id'), value: user.id },
          { label: label('uuid'), value: <code>{user.uuid}</code> },
          { label: label('created_at'), value: <When at={user.created_at} /> },
          { label: label('updated_at'), value: <When at={user.updated_at} /> },
          ...('email_verified_at' in user
            ? [{ label: label('email_verified_at'), value: <When at={user.email_verified_at} /> }]
            : []),
          { label: label('last_login_at'), value: <When at={user.last_login_at} /> },
          { label: label('last_login_ip'), value: user.last_login_ip ?? '–' },
        ]}
      />
    </Section>
  )
}

/** What the outbox has for the user. */
const MailsLink = ({ user }: { user: User }) => {
  const translate = useTranslate()
  if (!useMe().permissions.includes('can-manage-mail')) return null
  return (
    <CommandButton icon={Mail} component={RouterLink} to={`/mails?user_id=${user.id}`} sx={{ flex: 'none' }}>
      {translate('users.mails')}
    </CommandButton>
  )
}
