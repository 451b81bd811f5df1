import { Box, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMay } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { type PickerOption, RecordPicker } from '../../ui/RecordPicker.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { Section } from '../../ui/Section.tsx'
import { usePageState } from '../../ui/usePageState.ts'
import type { User } from '../user.ts'
import { useExplains } from './useExplains.ts'
import { Why } from './Why.tsx'

const MOST = 20
const NONE = { permission: '' }

/** Matching permissions, and the typed text if it could be a slug. */
const find =
  (isListed: boolean) =>
  async (q: string, signal: AbortSignal): Promise<PickerOption[]> => {
    const data = isListed
      ? (await client.permissions.list({ ...(q !== '' && { q }), per_page: MOST, sort: 'slug' }, { signal }))
          .data
      : []
    const isSlug = /^[a-z0-9-]+$/.test(q) && !data.some(({ slug }) => slug === q)
    return [
      ...data.map(({ id, name, slug }) => ({ id, name, slug })),
      ...(isSlug ? [{ id: -1, name: q, slug: q }] : []),
    ]
  }

/** Whether the user has a permission, why, and how to change that. */
export const PermissionCheck = ({ user }: { user: User }) => {
  const translate = useTranslate()
  const may = useMay()
  const [{ permission: slug }, set] = usePageState(NONE)
  const [picked, setPicked] = useState<PickerOption | null>(null)
  const isListed = may('permissions', 'list')
  // The address has the slug only.
  const { data: named } = useQuery({
    queryKey: ['permissions', 'named', slug, isListed],
    queryFn: async ({ signal }) =>
      (await find(isListed)(slug, signal)).find((option) => option.slug === slug) ?? null,
    enabled: slug !== '' && picked?.slug !== slug,
  })
  const known = picked?.slug === slug ? picked : named
  const permission = slug === '' ? null : (known ?? { id: -1, name: slug, slug })
  const setPermission = (chosen: PickerOption | null) => {
    setPicked(chosen)
    set({ permission: chosen?.slug ?? '' })
  }
  return (
    <Section title={translate('users.can.title', { name: user.name })}>
      <Stack sx={{ gap: 2, pt: 0.5 }}>
        <Box sx={{ maxWidth: 480 }}>
          <RecordPicker
            label={translate('users.can.permission')}
            hint={permission ? undefined : translate('users.can.hint')}
            queryKey="permissions"
            find={find(isListed)}
            value={permission}
            onChange={setPermission}
          />
        </Box>
        {permission && <Answer user={user} slug={permission.slug} />}
      </Stack>
    </Section>
  )
}

const Answer = ({ user, slug }: { user: User; slug: string }) => {
  const translate = useTranslate()
  const explains = useExplains(user)
  const query = useQuery({
    queryKey: ['users', user.id, 'can', slug, explains],
    queryFn: async ({ signal }) =>
      explains
        ? client.users.explainPermission(user.id, slug, { signal })
        : { allowed: await client.users.hasPermission(user.id, slug, { signal }) },
  })
  const { data, error } = query
  if (error) return <RetryQuery query={query} />
  if (!data) return null
  const Icon = data.allowed ? CircleCheck : CircleX
  return (
    <Box role="status">
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', mb: 1 }}>
        <Box sx={{ display: 'flex', color: data.allowed ? 'success.main' : 'error.main' }}>
          <Icon size={20} aria-hidden />
        </Box>
        <Typography variant="h2" component="p">
          {translate(data.allowed ? 'users.can.yes' : 'users.can.no', { name: user.name })}
        </Typography>
      </Stack>
      {'reasons' in data && <Why explanation={data} />}
    </Box>
  )
}
