import { Box, Button, Stack, Typography } from '@mui/material'
import { Minus, Plus } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { type Change, cellKey, type Effects } from './grants.ts'

interface Props {
  changes: readonly Change[]
  effects: Effects | undefined
  undo: (changes: readonly Change[]) => void
}

/** The change to each permission, and the number of affected users. */
export const EffectList = ({ changes, effects, undo }: Props) => {
  const known = new Map(effects?.permissions.map((effect) => [effect.id, effect]))
  const groups = [...Map.groupBy(changes, ({ permission }) => permission.id)]
  return (
    <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {groups.map(([id, own]) => (
        <Box
          component="li"
          key={id}
          sx={{
            py: 1.25,
            borderTop: 1,
            borderColor: 'divider',
            // Up to a thousand entries: laid out only when visible.
            contentVisibility: 'auto',
            containIntrinsicSize: 'auto 84px',
          }}
        >
          <Stack direction="row" sx={{ gap: 2, alignItems: 'baseline', justifyContent: 'space-between' }}>
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {own[0]?.permission.name}
            </Typography>
            <Effect effect={known.get(id)} />
          </Stack>
          {own.map((change) => (
            <ChangeLine key={cellKey(change.role, change.permission)} change={change} undo={undo} />
          ))}
        </Box>
      ))}
    </Stack>
  )
}

const Effect = ({ effect }: { effect: Effects['permissions'][number] | undefined }) => {
  const translate = useTranslate()
  if (!effect) return null
  const { gained, lost } = effect
  if (gained + lost === 0) {
    return (
      <Typography variant="caption" color="textSecondary">
        {translate('grants.sheet.nobody')}
      </Typography>
    )
  }
  return (
    <Box sx={{ textAlign: 'right', flex: 'none' }}>
      {lost > 0 && (
        <Typography variant="caption" color="error" component="div">
          {translate('grants.sheet.lost', { smart_count: lost })}
        </Typography>
      )}
      {gained > 0 && (
        <Typography variant="caption" color="success" component="div">
          {translate('grants.sheet.gained', { smart_count: gained })}
        </Typography>
      )}
    </Box>
  )
}

const ChangeLine = ({ change, undo }: { change: Change; undo: Props['undo'] }) => {
  const translate = useTranslate()
  const { role, permission, held } = change
  const Icon = held ? Plus : Minus
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1, minHeight: 32 }}>
      <Box
        component="span"
        aria-hidden
        sx={{ display: 'inline-flex', color: held ? 'success.main' : 'error.main' }}
      >
        <Icon size={14} />
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ flex: 1, minWidth: 0 }}>
        {translate(held ? 'grants.sheet.given_to' : 'grants.sheet.taken_from', { role: role.name })}
      </Typography>
      <Button
        variant="text"
        onClick={() => undo([change])}
        aria-label={translate('grants.sheet.undo', { permission: permission.name, role: role.name })}
        sx={{ minHeight: 26, px: 1, py: 0 }}
      >
        {translate('grants.sheet.undo_short')}
      </Button>
    </Stack>
  )
}
