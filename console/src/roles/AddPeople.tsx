import { Autocomplete, Stack, TextField } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { useAction } from '../features/mutations/useAction.tsx'
import { PersonCell } from '../features/people/PersonCell.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { endOfDay, isPast } from '../ui/days.ts'
import { EndsOn } from '../ui/EndsOn.tsx'
import { RetryQuery } from '../ui/Retry.tsx'
import { useDebounced } from '../ui/useDebounced.ts'
import { usePopup } from '../ui/usePopup.ts'
import type { Member, Role } from './role.ts'

const OFFERED = 10

const matches = ({ name, email }: Member, text: string) =>
  `${name} ${email ?? ''}`.toLocaleLowerCase().includes(text.toLocaleLowerCase())

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
  const popup = usePopup(translate('roles.members.people'))
  const q = useDebounced(text)
  const search = useQuery({
    queryKey: ['users', 'offered', q],
    queryFn: async ({ signal }): Promise<Member[]> =>
      (await client.users.list({ ...(q && { q }), per_page: OFFERED }, { signal })).data,
    placeholderData: keepPreviousData,
  })
  const { data: found = [], error, isFetching, isPlaceholderData } = search
  // Until the response arrives, filter the previous results: Enter must not select a person who does not match.
  const options = isPlaceholderData || q !== text ? found.filter((person) => matches(person, text)) : found
  const assignment = useAction(
    async () => {
      await client.roles
        .relation(role.id, 'users')
        .add(people.map(({ id }) => ({ id, ...(day && { expires_at: endOfDay(day) }) })))
      onClose()
      return { message: translate('roles.members.given', { smart_count: people.length }) }
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
      isReady={!isPast(day)}
      error={assignment.error}
      onConfirm={() => void (people.length > 0 && assignment.run())}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <Autocomplete
          multiple
          {...popup.propsFor(error)}
          filterSelectedOptions
          value={people}
          options={options}
          loading={isFetching}
          filterOptions={(options) => options}
          getOptionKey={({ id }) => id}
          getOptionLabel={({ name }) => name}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onChange={(_event, next) => setPeople(next)}
          onInputChange={(_event, next) => setText(next.trim())}
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
