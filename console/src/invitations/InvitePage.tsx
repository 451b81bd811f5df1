import { Alert, Button, Stack, TextField } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { client } from '../api/session.ts'
import { useChange } from '../api/useChange.ts'
import { addressesIn } from '../features/people/addresses.ts'
import { endOfDay, isPast } from '../ui/days.ts'
import { EndsOn } from '../ui/EndsOn.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LanguageField } from '../ui/places/LanguageField.tsx'
import type { PickerOption } from '../ui/RecordPicker.tsx'
import { RefusalNotice } from '../ui/RefusalNotice.tsx'
import { Section } from '../ui/Section.tsx'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'
import { useSubmission } from '../ui/useSubmission.ts'
import { Addresses, type Fault, MOST } from './Addresses.tsx'
import { type PlannedRole, PlannedRoles, PlannedTerms } from './Planned.tsx'

const NOTHING = {
  text: '',
  roles: [] as PlannedRole[],
  terms: [] as PickerOption[],
  message: '',
  day: '',
  language: '',
}

/** Invites one or many people, all or nobody. */
export const InvitePage = () => {
  const translate = useTranslate()
  const [invited, setInvited] = useState<string[]>()
  return (
    <>
      <PageHeader
        title={translate('invitations.invite')}
        crumbs={[{ to: '/invitations', label: translate('invitations.title') }]}
      />
      {invited ? (
        <Invited addresses={invited} onMore={() => setInvited(undefined)} />
      ) : (
        <InviteForm onInvited={setInvited} />
      )}
    </>
  )
}

/** What was sent. */
const Invited = ({ addresses, onMore }: { addresses: string[]; onMore: () => void }) => {
  const translate = useTranslate()
  return (
    <Section>
      <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
        <Alert severity="success" role="status" sx={{ width: '100%' }}>
          {translate('invitations.invited', { smart_count: addresses.length })}
        </Alert>
        <Stack
          component="ul"
          tabIndex={0}
          aria-label={translate('invitations.addresses')}
          sx={{ m: 0, pl: 2.5, maxHeight: 320, overflowY: 'auto', width: '100%', overflowWrap: 'anywhere' }}
        >
          {addresses.map((address) => (
            <li key={address}>{address}</li>
          ))}
        </Stack>
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
          <Button component={Link} to="/invitations" variant="contained">
            {translate('invitations.show')}
          </Button>
          <Button onClick={onMore} variant="outlined">
            {translate('invitations.more')}
          </Button>
        </Stack>
      </Stack>
    </Section>
  )
}

/** The faults that the service found, by their places in the request. */
function faultsOf(error: unknown, addresses: readonly string[]): Fault[] {
  const fields = Object.entries((error as { fields?: Record<string, string> } | null)?.fields ?? {})
  return fields.flatMap(([field, message]) => {
    const [, index] = /^(\d+)\.email$/.exec(field) ?? []
    const address = index === undefined ? undefined : addresses[Number(index)]
    return address === undefined ? [] : [{ address, message: message.replace(`${field} `, '') }]
  })
}

// Over 80 lines: the fields of one form, which share their state.
const InviteForm = ({ onInvited }: { onInvited: (addresses: string[]) => void }) => {
  const translate = useTranslate()
  const may = useMay()
  const change = useChange()
  const [draft, setDraft] = useState(NOTHING)
  const [sent, setSent] = useState<string[]>([])
  const set = (changes: Partial<typeof NOTHING>) => setDraft((before) => ({ ...before, ...changes }))
  const { text, roles, terms, message, day, language } = draft
  const { addresses } = addressesIn(text)
  const isReady =
    addresses.length > 0 &&
    addresses.length <= MOST &&
    !isPast(day) &&
    roles.every((role) => !isPast(role.day))
  const { busy, error, onSubmit } = useSubmission(async () => {
    if (!isReady) return
    setSent(addresses)
    const expires = endOfDay(day)
    const shared = {
      ...(roles.length > 0 && {
        roles: roles.map(({ role, day }) => ({ id: role.id, expires_at: endOfDay(day) })),
      }),
      ...(terms.length > 0 && { taxonomies: terms.map(({ id }) => id) }),
      ...(message.trim() !== '' && { message: message.trim() }),
      ...(expires !== null && { expires_at: expires }),
      ...(language !== '' && { language }),
    }
    await change(() =>
      client.request('POST', '/api/invitations/create', {
        body: addresses.map((email) => ({ email, ...shared })),
      }),
    )
    onInvited(addresses)
  }, {})
  const faults = faultsOf(error, sent).filter(({ address }) => addresses.includes(address))
  const isOfAddresses = faultsOf(error, sent).length > 0
  const leaveOut = () => {
    const left = addresses.filter((address) => !faults.some((fault) => fault.address === address))
    set({ text: left.join('\n') })
  }
  return (
    <Stack component="form" noValidate onSubmit={onSubmit} sx={{ gap: 2 }}>
      <UnsavedGuard isDirty={draft !== NOTHING && !busy} />
      {!isOfAddresses && <RefusalNotice error={error} />}
      <Section title={translate('invitations.whom')}>
        <Addresses text={text} onChange={(text) => set({ text })} faults={faults} onLeaveOut={leaveOut} />
      </Section>
      {may('users', 'roles.write') && may('roles', 'list') && (
        <Section title={translate('invitations.roles')}>
          <PlannedRoles planned={roles} onChange={(roles) => set({ roles })} />
        </Section>
      )}
      {may('users', 'taxonomies.write') && may('taxonomies', 'list') && (
        <Section title={translate('invitations.terms')}>
          <PlannedTerms terms={terms} onChange={(terms) => set({ terms })} />
        </Section>
      )}
      <Section title={translate('invitations.mail')}>
        <Stack sx={{ gap: 2, pt: 0.5 }}>
          <TextField
            label={translate('invitations.message')}
            value={message}
            onChange={(event) => set({ message: event.target.value })}
            helperText={translate('invitations.message_hint')}
            multiline
            minRows={3}
            maxRows={12}
            slotProps={{ htmlInput: { maxLength: 2000 } }}
          />
          <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, '& > *': { flex: 1 } }}>
            <EndsOn
              value={day}
              onChange={(day) => set({ day })}
              label={translate('invitations.invitation_ends')}
              hint={translate('invitations.ends_hint')}
            />
            <LanguageField
              label={translate('people.fields.language')}
              value={language}
              onChange={(language) => set({ language })}
            />
          </Stack>
        </Stack>
      </Section>
      <Stack direction="row" sx={{ gap: 1, justifyContent: 'flex-end' }}>
        <Button component={Link} to="/invitations">
          {translate('ra.action.cancel')}
        </Button>
        <Button type="submit" variant="contained" disabled={!isReady} loading={busy}>
          {translate('invitations.send', { smart_count: addresses.length })}
        </Button>
      </Stack>
    </Stack>
  )
}
