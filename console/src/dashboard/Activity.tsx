import { Box, Skeleton } from '@mui/material'
import { lazy, Suspense } from 'react'
import { useTranslate } from 'react-admin'
import { loadPart } from '../api/parts.ts'
import { useReadsTrail } from '../features/entries/entry.ts'
import { useFormatLocale } from '../i18n/format.ts'
import { endAfterDay, startOfDay } from '../ui/days.ts'
import { Section } from '../ui/Section.tsx'
import type { Overview, Period } from './overview.ts'
import { PartBoundary } from './PartBoundary.tsx'

const DailyBars = lazy(async () => ({
  default: (await loadPart(() => import('./DailyBars.tsx'))).DailyBars,
}))

type Days = NonNullable<Overview['activity']>

const KINDS = ['signups', 'signins'] as const
/** Height of the chart with its caption, reserved so that nothing moves when they load. */
const HEIGHT = 196

/** Sign-ups and sign-ins per day, each with its own scale. */
export const Activity = ({ activity, days }: { activity: Days; days: Period }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    }}
  >
    {KINDS.map((kind) => (
      <Daily key={kind} kind={kind} activity={activity} days={days} />
    ))}
  </Box>
)

/** What happened on a day, of the reader's time zone. */
const dayInTrail = (day: string): string =>
  `/audit?${new URLSearchParams({ from: startOfDay(day) ?? '', to: endAfterDay(day) ?? '' })}`

interface DailyProps {
  kind: (typeof KINDS)[number]
  activity: Days
  days: Period
}

const Daily = ({ kind, activity, days }: DailyProps) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const readsTrail = useReadsTrail()
  const values = activity.map((day) => ({ date: day.date, count: day[kind] }))
  const sum = values.reduce((total, { count }) => total + count, 0)
  const title = translate(`dashboard.activity.${kind}`)
  return (
    <Section title={title}>
      <PartBoundary>
        <Suspense fallback={<Skeleton variant="rounded" height={HEIGHT} />}>
          <DailyBars
            title={title}
            values={values}
            pathOf={readsTrail ? dayInTrail : undefined}
            summary={translate('dashboard.activity.sum', {
              smart_count: days,
              count: sum.toLocaleString(locale),
            })}
          />
        </Suspense>
      </PartBoundary>
    </Section>
  )
}
