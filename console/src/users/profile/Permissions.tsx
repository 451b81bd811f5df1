import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useMay, useMe } from '../../api/me.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { SearchInput } from '../../ui/SearchInput.tsx'
import { Section } from '../../ui/Section.tsx'
import { useSearchedPage } from '../../ui/usePageState.ts'
import type { User } from '../user.ts'
import { ChooseMoment, useMoment } from './ChooseMoment.tsx'
import { mayAskOfPast, Past } from './Past.tsx'
import { PermissionCheck } from './PermissionCheck.tsx'
import { permissionsQuery } from './queries.ts'
import { ReasonLine } from './ReasonLine.tsx'
import { useExplains } from './useExplains.ts'

export const Permissions = ({ user }: { user: User }) => {
  const translate = useTranslate()
  const may = useMay()
  const mayAsk = mayAskOfPast(may, useMe())
  const { moment, choose } = useMoment()
  if (moment !== '') return <Past user={user} moment={moment} onChoose={choose} />
  return (
    <>
      {may('users', 'has-permission', user) && <PermissionCheck user={user} />}
      {mayAsk && (
        <Section
          title={translate('users.past.title')}
          hint={translate('users.past.hint', { name: user.name })}
        >
          <ChooseMoment moment="" onChoose={choose} />
        </Section>
      )}
      <Effective user={user} />
    </>
  )
}

/** The user's effective permissions, and the roles they come through. */
const Effective = ({ user }: { user: User }) => {
  const translate = useTranslate()
  const explains = useExplains(user)
  const { q, page, search, setPage } = useSearchedPage()
  const query = useQuery(permissionsQuery(user.id, q, page, explains))
  const { data, error } = query
  const total = data?.total ?? 0
  const groups = Object.entries(
    Object.groupBy(data?.data ?? [], ({ module, section }) => [module, section].filter(Boolean).join(' · ')),
  )
  return (
    <Section
      title={translate('users.permissions.title')}
      hint={data && translate('users.permissions.count', { smart_count: total })}
      actions={
        (total > 10 || q !== '') && (
          <SearchInput label={translate('users.permissions.search')} value={q} onChange={search} />
        )
      }
      flush
    >
      {error && (
        <Box sx={{ p: 2 }}>
          <RetryQuery query={query} />
        </Box>
      )}
      {data && total === 0 && (
        <EmptyState
          icon={KeyRound}
          title={translate(q === '' ? 'users.permissions.none' : 'ui.list.nothing')}
        >
          {q === '' && translate(`users.permissions.${user.is_active ? 'none' : 'inactive'}_hint`)}
        </EmptyState>
      )}
      {groups.map(([group, permissions = []]) => (
        <Group key={group} name={group} permissions={permissions} />
      ))}
      {data && data.last_page > 1 && (
        <Pagination page={page} perPage={data.per_page} total={total} setPage={setPage} />
      )}
    </Section>
  )
}

interface GroupProps {
  /** The module and section. */
  name: string
  permissions: Awaited<ReturnType<NonNullable<ReturnType<typeof permissionsQuery>['queryFn']>>>['data']
}

const Group = ({ name, permissions }: GroupProps) => (
  <Box component="section" aria-label={name}>
    <Typography
      variant="h3"
      sx={{ px: 2, py: 0.75, bgcolor: 'action.hover', borderTop: 1, borderColor: 'divider' }}
    >
      {name}
    </Typography>
    {permissions.map(({ id, name, slug, reasons = [] }) => (
      <Box
        key={id}
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', md: '1fr 1.4fr' },
          columnGap: 2,
          px: 2,
          py: 1,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="body2" sx={{ fontWeight: 550 }}>
            {name}
          </Typography>
          <Typography variant="caption" color="textSecondary" component="div">
            <code>{slug}</code>
          </Typography>
        </Box>
        <Box>
          {reasons.map((reason) => (
            <ReasonLine key={reason.role.id} reason={reason} />
          ))}
        </Box>
      </Box>
    ))}
  </Box>
)
