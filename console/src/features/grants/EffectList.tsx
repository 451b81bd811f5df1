import { Box, Button, Link, Stack, Typography } from '@mui/material'
import { Minus, Plus } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useFormatLocale } from '../../i18n/format.ts'
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
            <Counts effect={known.get(id)} />
          </Stack>
          <Named effect={known.get(id)} />
          {own.map((change) => (
            <ChangeLine key={cellKey(change.role, change.permission)} change={change} undo={undo} />
          ))}
        </Box>
      ))}
    </Stack>
  )
}

const Counts = ({ effect }: { effect: Effect | undefined }) => {
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

type Effect = Effects['permissions'][number]

/** Who loses it and who gains it: a few names, and how many others. */
const Named = ({ effect }: { effect: Effect | undefined }) => (
  <>
    <Names kind="losers" people={effect?.lost_by} total={effect?.lost ?? 0} />
    <Names kind="gainers" people={effect?.gained_by} total={effect?.gained ?? 0} />
  </>
)

/** Named if there are more than the answer names. */
const FEW = 3

interface NamesProps {
  kind: 'losers' | 'gainers'
  people: Effect['lost_by']
  total: number
}

const Names = ({ kind, people = [], total }: NamesProps) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const named = total <= people.length ? people : people.slice(0, FEW)
  const others = total - named.length
  if (named.length === 0) return null
  return (
    <Typography variant="body2" color="textSecondary">
      {translate(`grants.sheet.${kind}`)}{' '}
      {named.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          {/* In another tab, as the draft is not saved yet. */}
          <Link component={RouterLink} to={`/users/${id}`} target="_blank">
            {name}
          </Link>
        </Fragment>
      ))}
      {others > 0 &&
        ` ${translate('grants.sheet.others', { smart_count: others, count: others.toLocaleString(locale) })}`}
    </Typography>
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
