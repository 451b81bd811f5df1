import { Box, Button, FormControlLabel, Link, Stack, Switch, Tooltip, Typography } from '@mui/material'
import { ShieldMinus } from 'lucide-react'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { type Assignment, changeAssignment } from '../../features/grants/changeAssignment.ts'
import { useAction } from '../../features/mutations/useAction.tsx'
import { StatusChip } from '../../features/status/StatusChip.tsx'
import { useFormatLocale } from '../../i18n/format.ts'
import { dayOf, endOfDay, isPast, shownDay } from '../../ui/days.ts'
import { EndsOn } from '../../ui/EndsOn.tsx'
import { When } from '../../ui/When.tsx'
import { type HeldRole, stateOf } from '../heldRole.ts'
import type { User } from '../user.ts'
import { changesOfUser } from './queries.ts'

interface Props {
  user: User
  role: HeldRole
  canWrite: boolean
}

/** An assigned role. */
export const RoleRow = ({ user, role, canWrite }: Props) => {
  const translate = useTranslate()
  const may = useMay()
  const expiresAt = role.pivot?.expires_at
  return (
    <Stack
      direction="row"
      useFlexGap
      sx={{
        alignItems: 'center',
        gap: 2,
        flexWrap: 'wrap',
        px: 2,
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 180 }}>
        {may('roles', 'read') ? (
          <Link component={RouterLink} to={`/roles/${role.id}`} sx={{ fontWeight: 550 }} color="inherit">
            {role.name}
          </Link>
        ) : (
          <Typography variant="body2" sx={{ fontWeight: 550 }}>
            {role.name}
          </Typography>
        )}
        <Typography variant="caption" color="textSecondary" component="div">
          {translate('users.roles.since')} <When at={role.pivot?.created_at} absolute />
          {!role.is_active && ` · ${translate('users.roles.role_inactive')}`}
        </Typography>
      </Box>
      <StatusChip status={stateOf(role)} />
      {canWrite ? (
        <LinkControls user={user} role={role} />
      ) : (
        expiresAt && (
          <Typography variant="body2" color="textSecondary">
            {translate('users.roles.until')} <When at={expiresAt} absolute />
          </Typography>
        )
      )}
    </Stack>
  )
}

/** The active switch, the expiry date and the remove button; each change can be undone. */
const LinkControls = ({ user, role }: Pick<Props, 'user' | 'role'>) => {
  const translate = useTranslate()
  const { is_active: isActive = true, expires_at: expiresAt = null } = role.pivot ?? {}
  const locale = useFormatLocale()
  const held = client.users.relation(user.id, 'roles')
  const link = { is_active: isActive, expires_at: expiresAt }
  const change = async ([before, after]: [Assignment, Assignment]) => {
    await changeAssignment(user.id, role.id, before, after)
    return {
      message: translate(...changedText(role.name, after, locale)),
      undo: () => changeAssignment(user.id, role.id, after, before),
    }
  }
  const expiry = useAction(change, changesOfUser(user.id))
  const toggle = useAction(change, changesOfUser(user.id))
  const remove = useAction(async () => {
    await held.remove(role.id)
    return {
      message: translate('users.roles.taken', { smart_count: 1, role: role.name }),
      undo: () => held.add({ id: role.id, ...link }),
    }
  }, changesOfUser(user.id))
  return (
    <>
      <Until
        key={expiresAt}
        role={role.name}
        expiresAt={expiresAt}
        isBusy={expiry.busy}
        onChange={(at) => expiry.run([{ expires_at: expiresAt }, { expires_at: at }])}
      />
      <Tooltip title={translate('users.roles.counts')}>
        <FormControlLabel
          label={translate('status.active')}
          sx={{ mr: 0 }}
          control={
            <Switch
              size="small"
              checked={isActive}
              disabled={toggle.busy}
              onChange={() => void toggle.run([{ is_active: isActive }, { is_active: !isActive }])}
              slotProps={{ input: { 'aria-label': translate('users.roles.toggle', { role: role.name }) } }}
            />
          }
        />
      </Tooltip>
      <Button
        startIcon={<ShieldMinus size={16} />}
        aria-label={translate('users.roles.take_name', { role: role.name })}
        disabled={remove.busy}
        onClick={() => void remove.run()}
      >
        {translate('users.roles.take_short')}
      </Button>
    </>
  )
}

/** What a change of the assignment did: a message key and its values. */
function changedText(
  role: string,
  { is_active: isActive, expires_at: end }: Assignment,
  locale: string,
): [key: string, values: Record<string, string>] {
  if (isActive !== undefined) return [`users.roles.${isActive ? 'resumed' : 'paused'}`, { role }]
  const day = end ? shownDay(dayOf(end), locale) : ''
  return [`users.roles.${end ? 'ends_on' : 'unending'}`, { role, day }]
}

interface UntilProps {
  role: string
  expiresAt: string | null
  isBusy: boolean
  /** Resolves to whether the date was saved. */
  onChange: (at: string | null) => Promise<boolean>
}

/** Saved on blur and on Enter: while a year is typed, the value passes through other years. */
const Until = ({ role, expiresAt, isBusy, onChange }: UntilProps) => {
  const translate = useTranslate()
  const stored = dayOf(expiresAt)
  const [day, setDay] = useState(stored)
  const send = async () => {
    if (isBusy || day === stored || isPast(day)) return
    if (!(await onChange(endOfDay(day)))) setDay(stored)
  }
  return (
    <EndsOn
      value={day}
      onChange={setDay}
      stored={stored}
      name={translate('users.roles.ends_name', { role })}
      onDone={() => void send()}
      width={150}
    />
  )
}
