import { Box, Button, Link, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { ListContextProvider, useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { client } from '../api/session.ts'
import { PersonCell } from '../features/people/PersonCell.tsx'
import { usePagedRelation } from '../features/relations/usePagedRelation.ts'
import { isOver } from '../ui/days.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ListFrame } from '../ui/list/ListFrame.tsx'
import { ListTable } from '../ui/list/ListTable.tsx'
import { RetryQuery } from '../ui/Retry.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { When } from '../ui/When.tsx'
import { ExportHolders } from './ExportHolders.tsx'
import type { Holder, Permission, Role } from './permission.ts'

const EVERY = 1000
const SUPER_ADMINISTRATOR = 'super-administrator'

/** The roles that currently grant the permission. The super administrator needs no link to it. */
function useGivingRoles({ id }: Permission, isAllowed: boolean) {
  const query = useQuery({
    queryKey: ['permissions', 'giving', id],
    queryFn: async ({ signal }) => {
      const page = await client.permissions.relation(id, 'roles').get({ per_page: EVERY }, { signal })
      return new Set(
        page.data.filter(({ is_active, pivot }) => is_active && isInForce(pivot)).map((role) => role.id),
      )
    },
    enabled: isAllowed,
  })
  const isGiving = (role: Role) => role.slug === SUPER_ADMINISTRATOR || (query.data?.has(role.id) ?? false)
  return { isGiving, query }
}

const isInForce = (pivot: Role['pivot']) => pivot?.is_active !== false && !isOver(pivot?.expires_at)

/** The users who currently have the permission, and the roles they have it through. */
export const Holders = ({ permission }: { permission: Permission }) => {
  const translate = useTranslate()
  const may = useMay()
  const mayExplain = may('permissions', 'roles.read') && may('users', 'roles.read')
  const { isGiving, query } = useGivingRoles(permission, mayExplain)
  const { q, search, list } = usePagedRelation<Holder>({
    relation: 'users',
    target: 'permissions',
    id: permission.id,
    sort: { field: 'id', order: 'ASC' },
    meta: mayExplain ? { include: ['roles'] } : {},
  })
  const person = {
    id: 'name',
    label: 'permissions.person',
    render: ({ id, name, email }: Holder) => (
      <Link
        component={RouterLink}
        to={`/users/${id}`}
        color="textPrimary"
        sx={{ display: 'block', minWidth: 0 }}
      >
        <PersonCell name={name} detail={email} />
      </Link>
    ),
  }
  const through = {
    id: 'through',
    label: 'permissions.through',
    render: ({ roles = [] }: Holder) => (
      <Stack sx={{ gap: 0.25 }}>
        {(roles as Role[])
          .filter((role) => role.is_active && isInForce(role.pivot) && isGiving(role))
          .map((role) => (
            <Reason key={role.id} role={role} />
          ))}
      </Stack>
    ),
  }
  return (
    <>
      {!list.error && <RetryQuery query={query} />}
      <ListContextProvider value={list}>
        <ListFrame
          toolbar={
            <>
              <SearchInput label={translate('permissions.search_people')} value={q} onChange={search} />
              <Box sx={{ ml: { sm: 'auto' } }}>
                <ExportHolders {...{ permission, q, mayExplain }} total={list.total ?? 0} />
              </Box>
            </>
          }
          empty={
            <EmptyState
              icon={UsersRound}
              title={translate(q === '' ? 'permissions.no_holder' : 'permissions.nobody_found')}
              action={
                q !== '' && <Button onClick={() => search('')}>{translate('permissions.clear')}</Button>
              }
            >
              {translate(q === '' ? 'permissions.no_holder_text' : 'permissions.nobody_found_text')}
            </EmptyState>
          }
        >
          <ListTable
            label={translate('permissions.tabs.holders')}
            columns={mayExplain ? [person, through] : [person]}
          />
        </ListFrame>
      </ListContextProvider>
    </>
  )
}

const Reason = ({ role }: { role: Role }) => {
  const translate = useTranslate()
  const { id, name, pivot } = role
  return (
    <span>
      <Link component={RouterLink} to={`/roles/${id}`} underline="always">
        {name}
      </Link>
      <Box component="span" sx={{ color: 'text.secondary', ml: 1 }}>
        {translate('permissions.since')} <When at={pivot?.created_at} absolute />
        {pivot?.expires_at && (
          <>
            {', '}
            {translate('permissions.until')} <When at={pivot.expires_at} absolute />
          </>
        )}
      </Box>
    </span>
  )
}
