import { Button, Link, Typography } from '@mui/material'
import {
  History,
  KeyRound,
  Layers,
  type LucideIcon,
  ShieldCheck,
  Tag,
  UserRound,
  UserRoundPlus,
} from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useReadsTrail } from '../features/entries/entry.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Section } from '../ui/Section.tsx'
import { When } from '../ui/When.tsx'
import type { Change } from './overview.ts'
import { Row } from './Row.tsx'
import { RowIcon } from './RowIcon.tsx'

const ICONS: Record<Change['resource'], LucideIcon> = {
  registrations: UserRoundPlus,
  users: UserRound,
  roles: ShieldCheck,
  permissions: KeyRound,
  taxonomies: Tag,
  'taxonomy-types': Layers,
}

const SHOWN = 8

/** Recent changes to records that the caller may read. */
export const LatestChanges = ({ latest }: { latest: Change[] }) => {
  const translate = useTranslate()
  const readsTrail = useReadsTrail()
  return (
    <Section
      title={translate('dashboard.latest.title')}
      flush
      actions={
        readsTrail && (
          <Button component={RouterLink} to="/audit">
            {translate('dashboard.latest.all')}
          </Button>
        )
      }
    >
      {latest.length === 0 && <EmptyState icon={History} title={translate('dashboard.latest.nothing')} />}
      {latest.slice(0, SHOWN).map((change) => (
        <Changed key={`${change.resource} ${change.id}`} {...change} />
      ))}
    </Section>
  )
}

const Changed = ({ resource, id, name, change, at, by }: Change) => {
  const translate = useTranslate()
  const what = translate(`dashboard.latest.${change}`, {
    what: translate(`dashboard.latest.names.${resource}`),
  })
  return (
    <Row start={<RowIcon icon={ICONS[resource]} />} end={<When at={at} />}>
      {change === 'deleted' ? (
        <Typography variant="body2" noWrap sx={{ fontWeight: 550 }}>
          {name}
        </Typography>
      ) : (
        <Link
          component={RouterLink}
          to={`/${resource}/${id}`}
          color="textPrimary"
          noWrap
          sx={{ fontWeight: 550, display: 'block' }}
        >
          {name}
        </Link>
      )}
      <Typography variant="caption" color="textSecondary" component="div" noWrap>
        {by ? translate('dashboard.latest.by', { what, name: by.name }) : what}
      </Typography>
    </Row>
  )
}
