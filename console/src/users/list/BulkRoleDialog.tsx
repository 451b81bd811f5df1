import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { type FormEvent, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../../api/session.ts'
import { RolePicker } from '../../features/grants/RolePicker.tsx'
import { useAction } from '../../features/mutations/useAction.tsx'
import { useFormatLocale } from '../../i18n/format.ts'
import { endOfDay, isOver, isPast, shownDay } from '../../ui/days.ts'
import { EndsOn } from '../../ui/EndsOn.tsx'
import type { PickerOption } from '../../ui/RecordPicker.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { type Link, linksAmong } from './links.ts'

interface Props {
  action: 'give' | 'take'
  ids: number[]
  onClose: () => void
  onDone: () => void
}

/**
 * Assigns a role to many users, or removes it, in one transaction. Who has the role for longer keeps it as it is. Undo touches
 * only the users that were changed.
 */
export const BulkRoleDialog = ({ action, ids, onClose, onDone }: Props) => {
  const translate = useTranslate()
  const title = useId()
  const [role, setRole] = useState<PickerOption | null>(null)
  const [day, setDay] = useState('')
  const locale = useFormatLocale()
  const change = useAction(
    async ({ id, name }: PickerOption) => {
      const members = client.roles.relation(id, 'users')
      const before = await linksAmong(id, ids)
      const linked = before.map((link) => link.id)
      const end = endOfDay(day)
      const kept = before.filter((link) => isAsLong(link, end)).map((link) => link.id)
      const changed = action === 'give' ? ids.filter((each) => !kept.includes(each)) : linked
      const added = changed.map((id) => ({ id, is_active: true, expires_at: end }))
      if (changed.length > 0) await (action === 'give' ? members.add(added) : members.remove(changed))
      onClose()
      onDone()
      const undo = async () => {
        const restored = before.filter((link) => changed.includes(link.id))
        const isNew = (each: number) => action === 'give' && !linked.includes(each)
        if (restored.length > 0) await members.add(restored)
        if (changed.some(isNew)) await members.remove(changed.filter(isNew))
      }
      const given = day === '' ? 'users.roles.given' : 'users.roles.given_many_until'
      const key = action === 'give' ? given : 'users.roles.taken'
      return {
        message: translate(key, {
          smart_count: changed.length,
          role: name,
          day: shownDay(day, locale),
        }),
        undo: changed.length > 0 ? undo : undefined,
      }
    },
    { keepsError: true },
  )
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (role) void change.run(role)
  }
  const verb = translate(`users.roles.${action}`)
  return (
    <Dialog open onClose={change.busy ? undefined : onClose} aria-labelledby={title} maxWidth="xs" fullWidth>
      <form onSubmit={onSubmit}>
        <DialogTitle id={title}>{verb}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2, pt: 1 }}>
            <RefusalNotice error={change.error} />
            <RolePicker value={role} onChange={setRole} autoFocus />
            {action === 'give' && <EndsOn value={day} onChange={setDay} hasHint />}
            <Typography variant="body2" color="textSecondary">
              {translate(`users.roles.${action}_hint`, { smart_count: ids.length })}
            </Typography>
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={change.busy}>
            {translate('ra.action.cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={action === 'take' ? 'error' : 'primary'}
            disabled={!role || isPast(day)}
            loading={change.busy}
          >
            {verb}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** In force, and not for a shorter time than until `end`. */
const isAsLong = ({ is_active, expires_at }: Link, end: string | null): boolean =>
  is_active &&
  !isOver(expires_at) &&
  (expires_at === null || (end !== null && Date.parse(expires_at) >= Date.parse(end)))
