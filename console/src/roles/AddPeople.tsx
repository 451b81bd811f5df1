import { Autocomplete, Stack, TextField, Typography } from '@mui/material'
import { type ClipboardEvent, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMay, useMe } from '../api/me.ts'
import { client } from '../api/session.ts'
import { BulkDialog } from '../features/bulk/BulkDialog.tsx'
import { useAction } from '../features/mutations/useAction.tsx'
import { addressesIn, unreadableIn } from '../features/people/addresses.ts'
import { PersonCell } from '../features/people/PersonCell.tsx'
import { useFormatLocale } from '../i18n/format.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { endOfDay, isPast, shownDay } from '../ui/days.ts'
import { EndsOn } from '../ui/EndsOn.tsx'
import { RetryQuery } from '../ui/Retry.tsx'
import { useOptions } from '../ui/useOptions.ts'
import { useKeptHighlight, usePopup } from '../ui/usePopup.ts'
import type { Member, Role } from './role.ts'

const OFFERED = 10

const find = async (q: string, signal: AbortSignal): Promise<Member[]> =>
  (await client.users.list({ ...(q && { q }), per_page: OFFERED }, { signal })).data

interface Props {
  role: Role
  onClose: () => void
}

/** Assigns the role to people found by a search, or by pasted addresses. */
export const AddPeople = ({ role, onClose }: Props) => {
  const [pasted, setPasted] = useState<string>()
  return pasted === undefined ? (
    <AddFound role={role} onClose={onClose} onPaste={setPasted} />
  ) : (
    <AddPasted role={role} onClose={onClose} text={pasted} />
  )
}

const AddFound = ({ role, onClose, onPaste }: Props & { onPaste: (text: string) => void }) => {
  const translate = useTranslate()
  const { takesList, paste } = usePastedList(onPaste)
  const [people, setPeople] = useState<Member[]>([])
  const [text, setText] = useState('')
  const [day, setDay] = useState('')
  const locale = useFormatLocale()
  const popup = usePopup(translate('roles.members.people'))
  const highlight = useKeptHighlight(text)
  const { search, options, isLoading } = useOptions({
    queryKey: ['users', 'offered'],
    find,
    text,
    textOf: ({ name, email }) => `${name} ${email ?? ''}`,
  })
  const assignment = useAction(
    async () => {
      await client.roles
        .relation(role.id, 'users')
        .add(people.map(({ id }) => ({ id, ...(day && { expires_at: endOfDay(day) }) })))
      onClose()
      const key = day === '' ? 'roles.members.given' : 'roles.members.given_until'
      return { message: translate(key, { smart_count: people.length, day: shownDay(day, locale) }) }
    },
    { keepsError: true },
  )
  return (
    <ConfirmDialog
      open
      title={translate('roles.members.add_title', { role: role.name })}
      confirm={translate('roles.members.give', { smart_count: people.length })}
      tone="primary"
      busy={assignment.busy}
      isReady={people.length > 0 && !isPast(day)}
      error={assignment.error}
      hasField
      onConfirm={() => void assignment.run()}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <Autocomplete
          multiple
          {...popup.propsFor(search.error)}
          {...highlight}
          filterSelectedOptions
          value={people}
          options={options}
          loading={isLoading}
          filterOptions={(options) => options}
          getOptionKey={({ id }) => id}
          getOptionLabel={({ name }) => name}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onChange={(_event, next) => {
            popup.close()
            setPeople(next)
          }}
          onInputChange={(_event, next) => setText(next)}
          noOptionsText={translate('roles.members.nobody_found')}
          renderOption={({ key, ...props }, { name, email }) => (
            <li key={key} {...props}>
              <PersonCell name={name} detail={email} />
            </li>
          )}
          renderInput={(params) => (
            <TextField
              {...params}
              autoFocus
              label={translate('roles.members.people')}
              onPaste={paste}
              {...(takesList && { helperText: translate('roles.members.paste_hint') })}
            />
          )}
        />
        <RetryQuery query={search} />
        <EndsOn value={day} onChange={setDay} hasHint />
      </Stack>
    </ConfirmDialog>
  )
}

/** @param onPaste takes a text with several addresses; another text is pasted as usual */
function usePastedList(onPaste: (text: string) => void) {
  const may = useMay()
  const seesContacts = useMe().permissions.includes('can-see-users-contact-details')
  const takesList = seesContacts && may('users', 'bulk-assign-role')
  const paste = (event: ClipboardEvent) => {
    const copied = event.clipboardData.getData('text')
    if (!takesList || addressesIn(copied).addresses.length < 2) return
    event.preventDefault()
    onPaste(copied)
  }
  return { takesList, paste }
}

/** Each address by itself, with a report of those that nobody has. */
const AddPasted = ({ role, onClose, text }: Props & { text: string }) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const [day, setDay] = useState('')
  const { addresses: emails } = addressesIn(text)
  const unreadable = unreadableIn(text)
  const given = day === '' ? 'roles.members.given' : 'roles.members.given_until'
  return (
    <BulkDialog
      resource="users"
      action="assign-role"
      chosen={{ emails }}
      fields={{ role: role.id, expires_at: endOfDay(day) }}
      title={translate('roles.members.add_title', { role: role.name })}
      confirm={translate('roles.members.give', { smart_count: emails.length })}
      isReady={!isPast(day)}
      changed={(numbers) => translate(given, { ...numbers, day: shownDay(day, locale) })}
      onClose={onClose}
      onDone={() => undefined}
    >
      <Typography
        variant="body2"
        sx={{ maxHeight: 200, overflowY: 'auto', overflowWrap: 'anywhere' }}
        tabIndex={0}
      >
        {new Intl.ListFormat(locale, { type: 'unit' }).format(emails)}
      </Typography>
      {unreadable.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          {translate('people.unreadable', { parts: unreadable.join(', ') })}
        </Typography>
      )}
      <EndsOn value={day} onChange={setDay} hasHint autoFocus />
    </BulkDialog>
  )
}
