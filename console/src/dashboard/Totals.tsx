import { Box, Link, Typography } from '@mui/material'
import { KeyRound, type LucideIcon, Network, ShieldCheck, UserRoundPlus, UsersRound } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useFormatLocale } from '../i18n/format.ts'
import type { Overview } from './overview.ts'

type Name = keyof Overview['totals']

interface Tile {
  name: Name
  to: string
  icon: LucideIcon
  /** Another total, shown below it. */
  beside?: Name
  /** Message key that says what is counted. */
  which?: string
}

const TILES: Tile[] = [
  { name: 'users', to: '/users', icon: UsersRound, beside: 'active_users' },
  {
    name: 'pending_registrations',
    to: '/registrations',
    icon: UserRoundPlus,
    which: 'dashboard.totals.waiting',
  },
  { name: 'roles', to: '/roles', icon: ShieldCheck },
  { name: 'permissions', to: '/permissions', icon: KeyRound },
  { name: 'taxonomies', to: '/taxonomies', icon: Network, beside: 'taxonomy_types' },
]

/** A tile per total that the caller may see. */
export const Totals = ({ totals }: { totals: Overview['totals'] }) => (
  <Box
    component="ul"
    sx={{
      display: 'grid',
      gap: 2,
      m: 0,
      p: 0,
      listStyle: 'none',
      gridTemplateColumns: {
        xs: 'repeat(2, minmax(0, 1fr))',
        sm: 'repeat(auto-fit, minmax(170px, 1fr))',
      },
      '& > :last-of-type:nth-of-type(odd)': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
    }}
  >
    {TILES.filter(({ name }) => totals[name] !== null).map((tile) => (
      <Total key={tile.name} {...tile} totals={totals} />
    ))}
  </Box>
)

const Total = ({ name, to, icon: Icon, beside, which, totals }: Tile & { totals: Overview['totals'] }) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const more = beside === undefined ? null : totals[beside]
  return (
    <Box component="li" sx={{ display: 'flex' }}>
      <Link
        component={RouterLink}
        to={to}
        underline="none"
        color="textPrimary"
        sx={{
          flex: 1,
          p: 2,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
          '&:hover': { borderColor: 'text.disabled' },
        }}
      >
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            color: 'text.secondary',
            fontSize: '0.8125rem',
          }}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          {translate(`dashboard.totals.${name}`)}
        </Box>
        <Box
          className="tabular"
          sx={{ mt: 0.75, fontSize: '1.5rem', fontWeight: 650, letterSpacing: '-0.02em', lineHeight: 1.2 }}
        >
          {totals[name]?.toLocaleString(locale)}
        </Box>
        <Typography variant="caption" color="textSecondary" component="div" sx={{ minHeight: 18 }}>
          {which && translate(which)}
          {more !== null &&
            translate(`dashboard.totals.${beside}`, {
              smart_count: more,
              count: more.toLocaleString(locale),
            })}
        </Typography>
      </Link>
    </Box>
  )
}
