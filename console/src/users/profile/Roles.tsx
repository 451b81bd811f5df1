import { Button, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { ShieldPlus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMay } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { RolePicker } from '../../features/grants/RolePicker.tsx'
import { useAction } from '../../features/mutations/useAction.tsx'
import { useFormatLocale } from '../../i18n/format.ts'
import { useCommands } from '../../ui/commands.ts'
import { endOfDay, isPast, shownDay } from '../../ui/days.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EndsOn } from '../../ui/EndsOn.tsx'
import { useSettling } from '../../ui/list/useSettling.ts'
import type { PickerOption } from '../../ui/RecordPicker.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { Section } from '../../ui/Section.tsx'
import { useLockReason } from '../useLockReason.ts'
import type { User } from '../user.ts'
import { changesOfUser, rolesQuery } from './queries.ts'
import { RoleRow } from './RoleRow.tsx'

const NONE: never[] = []

export const Roles = ({ user }: { user: User }) => {
  const translate = useTranslate()
  const may = useMay()
  const query = useQuery(rolesQuery(user.id))
  const { data: roles } = query
  const beyond = useLockReason(user)
  const canWrite = may('users', 'roles.write', user) && user.deleted_at === null && !beyond
  const rows = useSettling<HTMLDivElement>(roles ?? NONE)
  return (
    <>
      {canWrite && <Give user={user} without={roles?.map(({ id }) => id) ?? []} />}
      <Section title={translate('users.roles.held')} flush>
        {!roles && <RetryQuery query={query} />}
        {roles?.length === 0 && (
          <EmptyState icon={ShieldPlus} title={translate('users.roles.none')}>
            {translate(canWrite ? 'users.roles.none_give' : 'users.roles.none_ask')}
          </EmptyState>
        )}
        <div ref={rows}>
          {roles?.map((role) => (
            <RoleRow key={role.id} user={user} role={role} canWrite={canWrite} />
          ))}
        </div>
      </Section>
    </>
  )
}

const GIVE = 'users.roles.give'

interface Chosen {
  role: PickerOption | null
  day: string
}

const NOTHING: Chosen = { role: null, day: '' }

const Give = ({ user, without }: { user: User; without: number[] }) => {
  const translate = useTranslate()
  const [{ role, day }, setChosen] = useState(NOTHING)
  const choose = (change: Partial<Chosen>) => setChosen((before) => ({ ...before, ...change }))
  const locale = useFormatLocale()
  const roleInput = useRef<HTMLInputElement>(null)
  useCommands([
    {
      id: GIVE,
      label: translate(GIVE),
      icon: ShieldPlus,
      run: () => roleInput.current?.focus(),
    },
  ])
  const give = useAction(
    async ({ id, name }: PickerOption) => {
      const held = client.users.relation(user.id, 'roles')
      await held.add({ id, expires_at: endOfDay(day) })
      const key = day === '' ? 'users.roles.given' : 'users.roles.given_until'
      // Unless the user has chosen the next role meanwhile.
      setChosen((now) => (now.role === null || now.role.id === id ? NOTHING : now))
      return {
        message: translate(key, { smart_count: 1, role: name, day: shownDay(day, locale) }),
        undo: () => held.remove(id),
      }
    },
    { keepsError: true, ...changesOfUser(user.id) },
  )
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!role || isPast(day)) return
    // The user goes on with the next role.
    roleInput.current?.focus()
    void give.run(role)
  }
  return (
    <Section title={translate('users.roles.give')}>
      <Stack component="form" onSubmit={onSubmit} sx={{ gap: 1.5, pt: 0.5 }}>
        <RefusalNotice error={give.error} />
        <Stack
          direction={{ xs: 'column', sm: 'row' }}
          sx={{ gap: { xs: 2, sm: 1 }, alignItems: { sm: 'flex-start' } }}
        >
          <RolePicker
            value={role}
            onChange={(role) => choose({ role })}
            without={without}
            inputRef={roleInput}
          />
          <EndsOn value={day} onChange={(day) => choose({ day })} hasHint width={185} />
          <Button
            type="submit"
            variant="contained"
            disabled={!role || isPast(day)}
            loading={give.busy}
            sx={{ flex: 'none', minHeight: 38 }}
          >
            {translate('users.roles.give')}
          </Button>
        </Stack>
      </Stack>
    </Section>
  )
}
