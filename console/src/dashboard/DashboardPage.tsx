import { Box, Button, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useStore, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { useMe } from '../api/me.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Retry } from '../ui/Retry.tsx'
import { usePageState } from '../ui/usePageState.ts'
import { Activity } from './Activity.tsx'
import { Attention } from './Attention.tsx'
import { FirstSteps, isNew } from './FirstSteps.tsx'
import { LatestChanges } from './LatestChanges.tsx'
import { type Overview, overviewQuery, PERIODS, type Period } from './overview.ts'
import { Totals } from './Totals.tsx'

/** The period that was chosen last. */
const NONE = { days: '' }

export const DashboardPage = () => {
  const translate = useTranslate()
  const { user } = useMe()
  const [stored, setStored] = useStore<Period>('dashboard.days', 30)
  const [shown, show] = usePageState(NONE)
  const days = PERIODS.find((period) => String(period) === shown.days) ?? stored
  const setDays = (period: Period) => {
    setStored(period)
    show({ days: String(period) })
  }
  const { data, error, refetch } = useQuery(overviewQuery(days))
  return (
    <>
      <PageHeader
        title={translate('dashboard.title')}
        subtitle={translate('dashboard.greeting', { name: user.first_name ?? user.name })}
        actions={data?.activity && !isNew(data.totals) && <PeriodChoice days={days} onChange={setDays} />}
      />
      {error && !data && <Retry error={error} retry={refetch} />}
      {data && <Parts overview={data} days={days} />}
    </>
  )
}

const Parts = ({ overview, days }: { overview: Overview; days: Period }) => {
  const translate = useTranslate()
  const { user } = useMe()
  const { totals, activity, latest, ending_grants: ending } = overview
  const { pending_registrations: pending } = totals
  const isBare = Object.values(totals).every((total) => total === null) && latest.length === 0
  if (isBare) {
    return (
      <EmptyState
        icon={UserRound}
        title={translate('dashboard.nothing.title')}
        action={
          <Button component={Link} to={`/users/${user.id}`} variant="outlined">
            {translate('dashboard.nothing.profile')}
          </Button>
        }
      >
        {translate('dashboard.nothing.text')}
      </EmptyState>
    )
  }
  const isFirstRun = isNew(totals)
  // "You’re all caught up" makes no sense in a new installation.
  const hasAttention = isFirstRun ? !!pending : pending !== null || ending !== null
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Totals totals={totals} />
      {isFirstRun && <FirstSteps totals={totals} />}
      {activity && !isFirstRun && <Activity activity={activity} days={days} />}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            lg: hasAttention ? 'repeat(2, minmax(0, 1fr))' : 'minmax(0, 1fr)',
          },
          alignItems: 'start',
        }}
      >
        {hasAttention && <Attention pending={pending} ending={ending} />}
        <LatestChanges latest={latest} />
      </Box>
    </Box>
  )
}

const PeriodChoice = ({ days, onChange }: { days: Period; onChange: (days: Period) => void }) => {
  const translate = useTranslate()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={days}
      onChange={(_event, chosen: Period | null) => chosen !== null && onChange(chosen)}
      aria-label={translate('dashboard.period')}
    >
      {PERIODS.map((period) => (
        <ToggleButton key={period} value={period}>
          {translate('dashboard.days', { smart_count: period })}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
