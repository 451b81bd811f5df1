import { Box, Breadcrumbs, Link, Portal, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { addressOf } from './listAddresses.ts'

export interface Crumb {
  to: string
  label: string
}

interface Props {
  title: string
  /** A sentence below the title, or facts such as a count. */
  subtitle?: ReactNode
  /** Parent pages for the breadcrumb in the top bar, as the user has left them; the title comes last. */
  crumbs?: Crumb[]
  /** Buttons on the right. */
  actions?: ReactNode
  /** Next to the title, such as a status. */
  badge?: ReactNode
}

/** The breadcrumb's slot in the layout. */
export const CRUMBS_ID = 'breadcrumb'

/** The page's title: in its heading, the top bar and the browser tab. */
export const PageHeader = ({ title, subtitle, crumbs = [], actions, badge }: Props) => (
  <>
    <title>{`${title} · Rolecall`}</title>
    <Portal container={() => document.getElementById(CRUMBS_ID)}>
      <Breadcrumbs aria-label="breadcrumb" sx={{ fontSize: '0.8125rem', '& ol': { flexWrap: 'nowrap' } }}>
        {crumbs.map(({ to, label }) => (
          <Link key={to} component={RouterLink} to={addressOf(to)} color="textSecondary">
            {label}
          </Link>
        ))}
        <Typography variant="body2" aria-current="page" noWrap sx={{ fontWeight: 550 }}>
          {title}
        </Typography>
      </Breadcrumbs>
    </Portal>
    <Stack
      direction="row"
      useFlexGap
      sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1.5, mb: 2.5 }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5 }}>
          <Typography variant="h1" noWrap>
            {title}
          </Typography>
          {badge}
        </Stack>
        {subtitle && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 0.25 }}>
            {subtitle}
          </Typography>
        )}
      </Box>
      {actions && (
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
          {actions}
        </Stack>
      )}
    </Stack>
  </>
)
