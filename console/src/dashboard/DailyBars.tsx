import { Box } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { scaleBand, scaleLinear } from 'd3-scale'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useFormatLocale } from '../i18n/format.ts'
import { keyOf } from '../ui/keys/keys.ts'
import { useWidth } from '../ui/useWidth.ts'
import { CHART_KEYS } from './keys.ts'

interface DayCount {
  /** The UTC day. */
  date: string
  count: number
}

interface Props {
  title: string
  values: DayCount[]
  /** Shown above the bars while no day is highlighted. */
  summary: ReactNode
  /** Where the day is told in full; undefined if the caller may not read it. */
  pathOf: ((date: string) => string) | undefined
}

const HEIGHT = 176
const LEFT = 32
const BOTTOM = 20
const TOP = 6
/** Width in pixels per axis label. */
const NAME_WIDTH = 72
/** Width in pixels of the label's text. */
const NAME_ROOM = 48

/**
 * A bar per day. The pointer and the arrow keys highlight a day, a click and Enter open it; a table has all values for screen
 * readers.
 */
export const DailyBars = ({ title, values, summary, pathOf }: Props) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const [width, measured] = useWidth()
  const navigate = useNavigate()
  const [at, setAt] = useState<number>()
  const dayOf = (date: string, style: Intl.DateTimeFormatOptions) =>
    new Date(date).toLocaleDateString(locale, { timeZone: 'UTC', ...style })

  const open = (index: number | undefined) => {
    const day = index === undefined ? undefined : values[index]
    if (day && pathOf) void navigate(pathOf(day.date))
  }
  const onKey = (event: KeyboardEvent) => {
    const key = keyOf(CHART_KEYS, event)
    if (key === undefined) return
    if (key === 'open') return open(at)
    const move = event.key === 'ArrowLeft' ? -1 : 1
    event.preventDefault()
    setAt((from = move > 0 ? -1 : values.length) => Math.min(Math.max(from + move, 0), values.length - 1))
  }
  const looked = at === undefined ? undefined : values[at]
  return (
    <Box ref={measured}>
      <Box aria-live="polite" sx={{ minHeight: 20, fontSize: '0.8125rem', color: 'text.secondary' }}>
        {looked ? (
          <>
            {dayOf(looked.date, { weekday: 'short', day: 'numeric', month: 'long' })}:{' '}
            <Box component="strong" sx={{ color: 'text.primary' }}>
              {looked.count.toLocaleString(locale)}
            </Box>
            {pathOf && ` · ${translate('dashboard.activity.what_happened')}`}
          </>
        ) : (
          summary
        )}
      </Box>
      <svg
        className="chart"
        role="img"
        aria-label={translate(`dashboard.activity.chart${pathOf ? '_with_days' : ''}`, { title })}
        width="100%"
        height={HEIGHT}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys do what the pointer does.
        tabIndex={0}
        onKeyDown={onKey}
        onBlur={() => setAt(undefined)}
        onMouseLeave={() => setAt(undefined)}
      >
        {width > 0 && (
          <Bars
            values={values}
            width={width}
            at={at}
            onLook={setAt}
            onOpen={pathOf && open}
            nameOf={(date) => dayOf(date, { day: 'numeric', month: 'short' })}
          />
        )}
      </svg>
      <ValueTable {...{ title, values, dayOf }} />
    </Box>
  )
}

interface TableProps extends Pick<Props, 'title' | 'values'> {
  dayOf: (date: string, style: Intl.DateTimeFormatOptions) => string
}

/** The values for screen readers. A table takes no height from its style, so it would lengthen the page. */
const ValueTable = ({ title, values, dayOf }: TableProps) => {
  const translate = useTranslate()
  return (
    <div style={visuallyHidden}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{translate('dashboard.activity.day')}</th>
            <th scope="col">{title}</th>
          </tr>
        </thead>
        <tbody>
          {values.map(({ date, count }) => (
            <tr key={date}>
              <th scope="row">{dayOf(date, { dateStyle: 'long' })}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface BarsProps {
  values: DayCount[]
  width: number
  at: number | undefined
  onLook: (index: number) => void
  onOpen: ((index: number) => void) | undefined
  nameOf: (date: string) => string
}

const Bars = ({ values, width, at, onLook, onOpen, nameOf }: BarsProps) => {
  const dates = values.map(({ date }) => date)
  const x = scaleBand(dates, [LEFT, width]).paddingInner(0.25)
  const most = Math.max(4, ...values.map(({ count }) => count))
  const y = scaleLinear([0, most], [HEIGHT - BOTTOM, TOP]).nice(4)
  const every = Math.ceil(values.length / Math.max(1, Math.floor((width - LEFT) / NAME_WIDTH)))
  return (
    <>
      {y.ticks(4).map((tick) => (
        <g key={tick}>
          <TickLine y={y(tick)} width={width} />
          <Label x={LEFT - 8} y={y(tick) + 4} anchor="end">
            {tick === 0 ? '0' : y.tickFormat(4, '~s')(tick)}
          </Label>
        </g>
      ))}
      {values.map(({ date, count }, index) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the chart do the same.
        <g
          key={date}
          onMouseEnter={() => onLook(index)}
          onClick={() => onOpen?.(index)}
          style={onOpen && { cursor: 'pointer' }}
        >
          <rect x={x(date)} y={0} width={x.step()} height={HEIGHT} fill="transparent" />
          <Bar
            x={x(date) ?? 0}
            y={y(count)}
            width={x.bandwidth()}
            height={y(0) - y(count)}
            isFaint={at !== undefined && at !== index}
          />
          {index % every === 0 && (x(date) ?? 0) + NAME_ROOM <= width && (
            <Label x={x(date) ?? 0} y={HEIGHT - 4} anchor="start">
              {nameOf(date)}
            </Label>
          )}
        </g>
      ))}
    </>
  )
}

const TickLine = ({ y, width }: { y: number; width: number }) => (
  <Box
    component="line"
    x1={LEFT}
    x2={width}
    y1={y}
    y2={y}
    sx={({ palette }) => ({ stroke: palette.divider })}
  />
)

const Bar = ({
  isFaint,
  ...place
}: {
  x: number
  y: number
  width: number
  height: number
  isFaint: boolean
}) => (
  <Box
    component="rect"
    className="bar"
    {...place}
    rx={Math.min(2, place.width / 3)}
    sx={({ palette }) => ({ fill: palette.primary.main, opacity: isFaint ? 0.45 : 1 })}
  />
)

const Label = ({
  x,
  y,
  anchor,
  children,
}: {
  x: number
  y: number
  anchor: 'start' | 'end'
  children: string
}) => (
  <Box
    component="text"
    className="tabular"
    aria-hidden
    x={x}
    y={y}
    textAnchor={anchor}
    sx={({ palette }) => ({ fill: palette.text.secondary, fontSize: 11 })}
  >
    {children}
  </Box>
)
