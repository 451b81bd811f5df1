import {
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  Link,
  Skeleton,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Check, Minus, Scale, Table2, X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { type Grants, grantsQuery, holdingsOf, type RoleBrief } from '../features/grants/grants.ts'
import { groupsOf } from '../features/grants/groups.ts'
import { RolePicker } from '../features/grants/RolePicker.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RetryQuery } from '../ui/Retry.tsx'
import { Section } from '../ui/Section.tsx'
import { usePageState } from '../ui/usePageState.ts'

/** More do not fit side by side; the matrix shows them. */
const MOST = 4

const INITIAL = { ids: '', all: '' }

/** The compared roles and the filter are in the address. */
function useView() {
  const [{ ids, all }, set] = usePageState(INITIAL)
  return {
    ids: [...new Set(ids.split(',').filter((id) => /^\d+$/.test(id)))].slice(0, MOST).map(Number),
    showsAll: all === 'true',
    choose: (chosen: readonly number[]) => set({ ids: chosen.join(',') }, { replace: true }),
    setShowsAll: (showsAll: boolean) => set({ all: showsAll ? 'true' : '' }, { replace: true }),
  }
}

type View = ReturnType<typeof useView>

/** Roles side by side: which permissions only some of them grant. */
export const ComparePage = () => {
  const translate = useTranslate()
  const view = useView()
  const { ids } = view
  const query = useQuery({ ...grantsQuery(ids), enabled: ids.length > 0 })
  const { data } = query
  return (
    <>
      <PageHeader
        title={translate('roles.compare.title')}
        subtitle={translate('roles.compare.lead')}
        crumbs={[{ to: '/roles', label: translate('roles.title') }]}
        actions={
          ids.length > 0 && (
            <Button
              component={RouterLink}
              to={`/matrix?roles=${ids.join(',')}`}
              variant="outlined"
              startIcon={<Table2 size={16} />}
            >
              {translate('roles.compare.matrix')}
            </Button>
          )
        }
      />
      <Toolbar view={view} />
      <RetryQuery query={query} />
      {ids.length < 2 && (
        <Section>
          <EmptyState icon={Scale} title={translate('roles.compare.none')}>
            {translate('roles.compare.none_text')}
          </EmptyState>
        </Section>
      )}
      {ids.length > 0 && query.isPending && !query.error && (
        <Skeleton variant="rounded" height={320} aria-label={translate('ra.page.loading')} />
      )}
      {data && ids.length > 0 && <Compared grants={data} view={view} />}
    </>
  )
}

const Toolbar = ({ view: { ids, choose, showsAll, setShowsAll } }: { view: View }) => {
  const translate = useTranslate()
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center', mb: 2 }}>
      {ids.length < MOST && (
        <Box sx={{ width: { xs: '100%', sm: 280 } }}>
          <RolePicker
            key={ids.join()}
            value={null}
            label={translate('roles.compare.add')}
            without={ids}
            isToFilter
            placeholder=""
            onChange={(role) => role && choose([...ids, role.id])}
          />
        </Box>
      )}
      <FormControlLabel
        label={translate('roles.compare.differences')}
        control={<Checkbox size="small" checked={!showsAll} onChange={() => setShowsAll(!showsAll)} />}
      />
    </Stack>
  )
}

const Compared = ({ grants, view }: { grants: Grants; view: View }) => {
  const translate = useTranslate()
  const { holds } = holdingsOf(grants)
  const roles = view.ids.flatMap((id) => grants.roles.find((role) => role.id === id) ?? [])
  const rows = grants.permissions.map((permission) => ({
    ...permission,
    held: roles.map((role) => holds(role, permission)),
  }))
  const isShared = ({ held }: { held: boolean[] }) => held.every(Boolean)
  const isDifferent = ({ held }: { held: boolean[] }) => held.some(Boolean) && !isShared({ held })
  const shown = rows.filter((row) => (view.showsAll ? row.held.some(Boolean) : isDifferent(row)))
  const onlyIn = (place: number) =>
    rows.filter(({ held }) => held[place] && held.filter(Boolean).length === 1).length
  const smart_count = rows.filter(isShared).length
  return (
    <Section flush>
      {roles.length > 1 && (
        <Typography role="status" variant="body2" color="textSecondary" sx={{ px: 2, py: 1.5 }}>
          {translate('roles.compare.shared', { smart_count })}
          {shown.length === 0 && ` ${translate('roles.compare.same')}`}
        </Typography>
      )}
      <Box
        sx={{ overflowX: 'auto' }}
        tabIndex={0}
        role="region"
        aria-label={translate('roles.compare.title')}
      >
        <Table size="small" aria-label={translate('roles.compare.title')}>
          <TableHead>
            <TableRow>
              <TableCell>{translate('roles.permissions')}</TableCell>
              {roles.map((role, place) => (
                <Head
                  key={role.id}
                  role={role}
                  only={roles.length > 1 ? onlyIn(place) : undefined}
                  onRemove={() => view.choose(view.ids.filter((id) => id !== role.id))}
                />
              ))}
            </TableRow>
          </TableHead>
          {groupsOf(shown).map(({ module, permissions }) => (
            <TableBody key={module}>
              <TableRow>
                <TableCell
                  component="th"
                  scope="rowgroup"
                  colSpan={roles.length + 1}
                  sx={{ bgcolor: 'background.default', fontWeight: 600 }}
                >
                  {module}
                </TableCell>
              </TableRow>
              {(permissions as typeof shown).map(({ id, name, held }) => (
                <TableRow key={id}>
                  <TableCell component="th" scope="row">
                    <Link component={RouterLink} to={`/permissions/${id}`} color="textPrimary">
                      {name}
                    </Link>
                  </TableCell>
                  {roles.map((role, place) => (
                    <TableCell key={role.id} align="center">
                      <Mark isHeld={held[place] === true} />
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          ))}
        </Table>
      </Box>
    </Section>
  )
}

interface HeadProps {
  role: RoleBrief
  /** How many permissions no other compared role grants. */
  only: number | undefined
  onRemove: () => void
}

const Head = ({ role: { id, name }, only, onRemove }: HeadProps) => {
  const translate = useTranslate()
  return (
    <TableCell align="center" sx={{ minWidth: 84, overflowWrap: 'anywhere' }}>
      <Link component={RouterLink} to={`/roles/${id}/permissions`}>
        {name}
      </Link>
      {only !== undefined && (
        <Typography variant="caption" component="div" color="textSecondary">
          {translate('roles.compare.only', { smart_count: only })}
        </Typography>
      )}
      <Button
        variant="text"
        onClick={onRemove}
        aria-label={translate('roles.compare.remove', { name })}
        sx={{ minWidth: 0, p: 0.5 }}
      >
        <X size={14} />
      </Button>
    </TableCell>
  )
}

const Mark = ({ isHeld }: { isHeld: boolean }) => {
  const translate = useTranslate()
  const Icon = isHeld ? Check : Minus
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        verticalAlign: 'middle',
        color: isHeld ? 'success.main' : 'text.disabled',
      }}
    >
      <Icon size={16} role="img" aria-label={translate(isHeld ? 'roles.compare.yes' : 'roles.compare.no')} />
    </Box>
  )
}
