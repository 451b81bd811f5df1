import { Box, Button, Chip, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMay } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { useAction } from '../../features/mutations/useAction.tsx'
import { findTerms } from '../../features/terms/findTerms.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useSettling } from '../../ui/list/useSettling.ts'
import { type PickerOption, RecordPicker } from '../../ui/RecordPicker.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { Section } from '../../ui/Section.tsx'
import { useLockReason } from '../useLockReason.ts'
import type { User } from '../user.ts'
import { termsQuery } from './queries.ts'

const NONE: never[] = []

/** The user's terms, grouped by type. */
export const Classifications = ({ user }: { user: User }) => {
  const translate = useTranslate()
  const may = useMay()
  const query = useQuery(termsQuery(user.id))
  const { data: terms } = query
  const [term, setTerm] = useState<PickerOption | null>(null)
  const links = client.users.relation(user.id, 'taxonomies')
  const beyond = useLockReason(user)
  const canWrite = may('users', 'taxonomies.write', user) && user.deleted_at === null && !beyond
  const chips = useSettling<HTMLDivElement>(terms ?? NONE)
  const add = useAction(async ({ id, name }: PickerOption) => {
    await links.add(id)
    // Unless the user has chosen the next one meanwhile.
    setTerm((now) => (now?.id === id ? null : now))
    return { message: translate('users.terms.added', { name }), undo: () => links.remove(id) }
  })
  const remove = useAction(async ({ id, name }: { id: number; name: string }) => {
    await links.remove(id)
    return { message: translate('users.terms.removed', { name }), undo: () => links.add(id) }
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (term) void add.run(term)
  }
  const groups = Object.entries(Object.groupBy(terms ?? [], ({ type }) => type?.name ?? ''))
  return (
    <Section title={translate('users.tabs.classifications')}>
      <Stack ref={chips} sx={{ gap: 2, pt: 0.5 }}>
        {!terms && <RetryQuery query={query} />}
        {canWrite && may('taxonomies', 'list') && (
          <Stack component="form" direction="row" onSubmit={onSubmit} sx={{ gap: 1, maxWidth: 560 }}>
            <RecordPicker
              label={translate('users.terms.term')}
              queryKey="taxonomies"
              find={findTerms}
              value={term}
              onChange={setTerm}
              without={terms?.map(({ id }) => id) ?? []}
            />
            <Button
              type="submit"
              variant="contained"
              disabled={!term}
              loading={add.busy}
              sx={{ flex: 'none' }}
            >
              {translate('ra.action.add')}
            </Button>
          </Stack>
        )}
        {terms?.length === 0 && (
          <EmptyState icon={Tag} title={translate('users.terms.none')}>
            {canWrite && translate('users.terms.none_hint')}
          </EmptyState>
        )}
        {groups.map(([type, members = []]) => (
          <Box key={type}>
            <Typography variant="h3" sx={{ mb: 0.75 }}>
              {type}
            </Typography>
            <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
              {members.map(({ id, name }) => (
                <Chip
                  key={id}
                  label={name}
                  size="medium"
                  variant="outlined"
                  {...(canWrite && {
                    'aria-label': translate('users.terms.remove', { name }),
                    onDelete: () => void remove.run({ id, name }),
                  })}
                />
              ))}
            </Stack>
          </Box>
        ))}
      </Stack>
    </Section>
  )
}
