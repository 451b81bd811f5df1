import { Alert, AlertTitle, Box, Button, Paper, Stack, Typography } from '@mui/material'
import type { Me } from '@rolecall/client'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { History, KeyRound, ShieldPlus, Undo2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslate } from 'react-admin'
import type { May } from '../../api/me.ts'
import { StatusChip } from '../../features/status/StatusChip.tsx'
import { useFormatLocale } from '../../i18n/format.ts'
import { CommandButton } from '../../ui/CommandButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { SearchInput } from '../../ui/SearchInput.tsx'
import { Section } from '../../ui/Section.tsx'
import { useSearchedPage } from '../../ui/usePageState.ts'
import { When } from '../../ui/When.tsx'
import { containsWords } from '../../ui/words.ts'
import type { User } from '../user.ts'
import { ChooseMoment } from './ChooseMoment.tsx'
import { type PastRight, pastQuery } from './queries.ts'

/** Only readers of the audit trail may ask about the past, also about themselves. */
export const mayAskOfPast = (may: May, { permissions }: Me): boolean =>
  permissions.includes('can-read-audit') && may('users', 'roles.read') && may('users', 'permissions.read')

const EXACT = { dateStyle: 'long', timeStyle: 'short' } as const

/** In words; what an address names without being a moment stays as it is. */
function useMomentText() {
  const locale = useFormatLocale()
  return (at: string) => {
    const date = new Date(at)
    return Number.isNaN(date.getTime()) ? at : date.toLocaleString(locale, EXACT)
  }
}

interface Props {
  user: User
  moment: string
  /** @param moment empty for now */
  onChoose: (moment: string) => void
}

/** The roles and permissions that a user had at a moment of the past. */
export const Past = ({ user, moment, onChoose }: Props) => {
  const roles = useQuery(pastQuery(user.id, 'roles', moment))
  const permissions = useQuery(pastQuery(user.id, 'permissions', moment))
  const error = [roles.error, permissions.error].find(isExplained)
  return (
    <>
      <Marked moment={moment} isAnswered={!error} onChoose={onChoose} />
      {error ? (
        <Explained error={error} user={user} onChoose={onChoose} />
      ) : (
        <>
          <Roles query={roles} moment={moment} />
          <Permissions query={permissions} user={user} />
        </>
      )}
    </>
  )
}

/** Says that the tab shows the past, lets another moment be chosen, and leads back. */
const Marked = ({ moment, isAnswered, onChoose }: Omit<Props, 'user'> & { isAnswered: boolean }) => {
  const translate = useTranslate()
  const textOf = useMomentText()
  const id = useId()
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      variant="outlined"
      sx={{ p: 2, borderLeft: 4, borderLeftColor: 'warning.main' }}
    >
      <Stack
        direction="row"
        useFlexGap
        sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'flex-start', justifyContent: 'space-between' }}
      >
        <Stack direction="row" sx={{ gap: 1.5, minWidth: 0 }}>
          <Box sx={{ color: 'warning.main', pt: 0.25 }}>
            <History size={20} aria-hidden />
          </Box>
          <div role="status">
            <Typography id={id} variant="h2">
              {translate('users.past.heading', { moment: textOf(moment) })}
            </Typography>
            {isAnswered && (
              <Typography variant="body2" color="textSecondary">
                {translate('users.past.marked')}
              </Typography>
            )}
          </div>
        </Stack>
        <CommandButton icon={Undo2} variant="contained" onClick={() => onChoose('')}>
          {translate('users.past.back')}
        </CommandButton>
      </Stack>
      <Box sx={{ mt: 1.5, pl: { sm: 4.5 } }}>
        <ChooseMoment key={moment} moment={moment} onChoose={onChoose} />
      </Box>
    </Paper>
  )
}

interface Refusal {
  code?: string
  status?: number
  message: string
}

const isExplained = (error: unknown): error is Refusal => {
  const { code, status } = (error ?? {}) as Partial<Refusal>
  return code === 'before_history' || code === 'not_yet' || status === 404
}

const SINCE = /\d{4}-\d\d-\d\dT[\d:.]+Z/

/** Why there is no answer for this moment, and what to do. */
const Explained = ({ error, user, onChoose }: Omit<Props, 'moment'> & { error: Refusal }) => {
  const translate = useTranslate()
  const textOf = useMomentText()
  const { name, created_at: created } = user
  const notice = (key: string, text: string, action?: ReactNode) => (
    <Alert severity="warning" role="alert" action={action}>
      <AlertTitle>{translate(`users.past.${key}.title`, { name })}</AlertTitle>
      {text}
    </Alert>
  )
  if (error.code === 'not_yet') return notice('not_yet', translate('users.past.not_yet.text', { name }))
  if (error.code !== 'before_history')
    return notice('nobody', translate('users.past.nobody.text', { created: textOf(created) }))
  const [since] = SINCE.exec(error.message) ?? []
  if (since === undefined) return notice('before_history', translate('users.past.before_history.unknown'))
  return notice(
    'before_history',
    translate('users.past.before_history.text', { since: textOf(since) }),
    <Button color="inherit" onClick={() => onChoose(since)} sx={{ flex: 'none' }}>
      {translate('users.past.before_history.go')}
    </Button>,
  )
}

type Rights = UseQueryResult<{ rights: PastRight[]; total: number }>

/** @param moment for which the state of the assignment is told */
function stateAt({ pivot }: PastRight, moment: string) {
  const { is_active: isActive, expires_at: end } = pivot
  if (end !== null && Date.parse(end) <= Date.parse(moment)) return 'expired'
  return isActive ? 'active' : 'inactive'
}

const ROW = { px: 2, py: 1.25, borderTop: 1, borderColor: 'divider' } as const

const Roles = ({ query, moment }: { query: Rights; moment: string }) => {
  const translate = useTranslate()
  const { data, error, isPending } = query
  return (
    <Section title={translate('users.past.roles')} flush>
      {isPending && <Loading />}
      {error && (
        <Box sx={{ p: 2 }}>
          <RetryQuery query={query} />
        </Box>
      )}
      {data?.total === 0 && <EmptyState icon={ShieldPlus} title={translate('users.past.no_roles')} />}
      {data?.rights.map((role) => (
        <Stack
          key={role.id}
          direction="row"
          useFlexGap
          sx={{ ...ROW, alignItems: 'center', gap: 2, flexWrap: 'wrap' }}
        >
          <Box sx={{ flex: 1, minWidth: 180 }}>
            <Typography variant="body2" sx={{ fontWeight: 550 }}>
              {role.name}
            </Typography>
            <Typography variant="caption" color="textSecondary" component="div">
              {translate('users.roles.since')} <When at={role.pivot.created_at} absolute />
              {role.pivot.expires_at !== null && (
                <>
                  , {translate('users.roles.until')} <When at={role.pivot.expires_at} absolute />
                </>
              )}
            </Typography>
          </Box>
          <StatusChip status={stateAt(role, moment)} />
        </Stack>
      ))}
    </Section>
  )
}

const PER_PAGE = 50
/** A search among fewer is of no use. */
const FEW = 10

const Permissions = ({ query, user: { name } }: { query: Rights; user: User }) => {
  const translate = useTranslate()
  const { q, page, search, setPage } = useSearchedPage()
  const { data, error, isPending } = query
  const { rights = [], total = 0 } = data ?? {}
  const found = rights.filter((right) => containsWords(`${right.name} ${right.slug}`, q))
  return (
    <Section
      title={translate('users.past.permissions')}
      hint={
        data &&
        [
          translate('users.past.count', { smart_count: total, name }),
          total > rights.length && translate('users.past.most'),
        ]
          .filter(Boolean)
          .join(' ')
      }
      actions={
        (total > FEW || q !== '') && (
          <SearchInput label={translate('users.permissions.search')} value={q} onChange={search} />
        )
      }
      flush
    >
      {isPending && <Loading />}
      {error && (
        <Box sx={{ p: 2 }}>
          <RetryQuery query={query} />
        </Box>
      )}
      {data && found.length === 0 && (
        <EmptyState
          icon={KeyRound}
          title={translate(q === '' ? 'users.past.no_permissions' : 'ui.list.nothing')}
        >
          {q === '' && translate('users.past.no_permissions_hint')}
        </EmptyState>
      )}
      {found.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((right) => (
        <Box key={right.id} sx={ROW}>
          <Typography variant="body2" sx={{ fontWeight: 550 }}>
            {right.name}
          </Typography>
          <Typography variant="caption" color="textSecondary" component="div">
            <code>{right.slug}</code>
          </Typography>
        </Box>
      ))}
      {found.length > PER_PAGE && (
        <Pagination page={page} perPage={PER_PAGE} total={found.length} setPage={setPage} />
      )}
    </Section>
  )
}
