import { Box, Button, Link, Typography } from '@mui/material'
import { CircleCheck } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { PersonAvatar } from '../features/people/PersonCell.tsx'
import { useFormatLocale } from '../i18n/format.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Section } from '../ui/Section.tsx'
import { When } from '../ui/When.tsx'
import { ENDING_WITHIN, type Overview } from './overview.ts'
import { Row } from './Row.tsx'

interface Props {
  pending: number | null
  ending: Overview['ending_grants']
}

const SHOWN = 6

/** Pending registrations and roles that expire soon. */
export const Attention = ({ pending, ending }: Props) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const counted = (count: number) => ({ smart_count: count, count: count.toLocaleString(locale) })
  const isCalm = !pending && !ending?.total
  return (
    <Section title={translate('dashboard.attention.title')} flush>
      {isCalm && (
        <EmptyState icon={CircleCheck} title={translate('dashboard.attention.nothing')}>
          {translate('dashboard.attention.calm', { smart_count: ENDING_WITHIN })}
        </EmptyState>
      )}
      {!!pending && (
        <Row
          end={
            <Button component={RouterLink} to="/registrations" variant="outlined">
              {translate('dashboard.attention.review')}
            </Button>
          }
        >
          <Typography variant="body2" sx={{ fontWeight: 550 }}>
            {translate('dashboard.attention.pending', counted(pending))}
          </Typography>
        </Row>
      )}
      {ending?.list.slice(0, SHOWN).map(({ user, role, expires_at }) => (
        <Row
          key={`${user.id} ${role.id}`}
          start={<PersonAvatar name={user.name} />}
          end={<When at={expires_at} />}
        >
          <Link
            component={RouterLink}
            to={`/users/${user.id}`}
            color="textPrimary"
            noWrap
            sx={{ fontWeight: 550, display: 'block' }}
          >
            {user.name}
          </Link>
          <Typography variant="caption" color="textSecondary" component="div" noWrap>
            {translate('dashboard.attention.loses', { role: role.name })}
          </Typography>
        </Row>
      ))}
      {!!ending && ending.total > SHOWN && (
        <Box
          sx={{
            px: 2,
            py: 1.25,
            borderTop: 1,
            borderColor: 'divider',
            fontSize: '0.8125rem',
            color: 'text.secondary',
          }}
        >
          {translate('dashboard.attention.more', counted(ending.total - SHOWN))}
        </Box>
      )}
    </Section>
  )
}
