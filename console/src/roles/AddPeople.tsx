import { Autocomplete, Stack, TextField } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { useAction } from '../features/mutations/useAction.tsx'
import { PersonCell } from '../features/people/PersonCell.tsx'
import { useFormatLocale } from '../i18n/format.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { endOfDay, isPast, shownDay } from '../ui/days.ts'
import { EndsOn } from '../ui/EndsOn.tsx'
import { RetryQuery } from '../ui/Retry.tsx'
import { useOptions } from '../ui/useOptions.ts'
import { usePopup } from '../ui/usePopup.ts'
import type { Member, Role } from './role.ts'

const OFFERED = 10

const find = async (q: string, signal: AbortSignal): Promise<Member[]> =>
  (await client.users.list({ ...(q && { q }), per_page: OFFERED }, { signal })).data

interface Props {
  role: Role
  onClose: () => void
}

/** Assigns the role to people found by a search. */
export const AddPeople = ({ role, onClose }: Props) => {
  const translate = useTranslate()
  const [people, setPeople] = useState<Member[]>([])
  const [text, setText] = useState('')
  const [day, setDay] = useState('')
  const locale = useFormatLocale()
  const popup = usePopup(translate('roles.members.people'))
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
      onConfirm={() => void assignment.run()}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <Autocomplete
          multiple
          {...popup.propsFor(search.error)}
          filterSelectedOptions
          value={people}
          options={options}
          loading={isLoading}
          filterOptions={(options) => options}
          getOptionKey={({ id }) => id}
          getOptionLabel={({ name }) => name}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onChange={(_event, next) => setPeople(next)}
          onInputChange={(_event, next) => setText(next)}
          noOptionsText={translate('roles.members.nobody_found')}
          renderOption={({ key, ...props }, { name, email }) => (
            <li key={key} {...props}>
              <PersonCell name={name} detail={email} />
            </li>
          )}
          renderInput={(params) => <TextField {...params} label={translate('roles.members.people')} />}
        />
        <RetryQuery query={search} />
        <EndsOn value={day} onChange={setDay} hasHint />
      </Stack>
    </ConfirmDialog>
  )
}
