import { useTranslate } from 'react-admin'
import { useFormatLocale } from '../i18n/format.ts'

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** "3 hours ago", "in 2 days"; at most minute precision. */
function relativeTime(at: string, locale: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(at) - now) / 1000)
  // "Now" for less than a minute.
  const [unit, size] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 60]
  // Units are lengths of time: "tomorrow" and "last month" would name the wrong day or month.
  const format = new Intl.RelativeTimeFormat(locale, { numeric: unit === 'second' ? 'auto' : 'always' })
  return format.format(Math.trunc(seconds / size), unit)
}

interface Props {
  at: string | null | undefined
  /** Shows the date instead of the relative time; the tooltip always has the exact time. */
  absolute?: boolean
}

export const When = ({ at, absolute = false }: Props) => {
  const locale = useFormatLocale()
  const translate = useTranslate()
  if (!at) return <span>{translate('ui.never')}</span>
  const exact = new Date(at).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'medium' })
  const text = absolute
    ? new Date(at).toLocaleDateString(locale, { dateStyle: 'medium' })
    : relativeTime(at, locale)
  return (
    // The browser's own tooltip: lists have dozens of these, and a component for each is slow.
    <time dateTime={at} title={exact}>
      {text}
    </time>
  )
}
