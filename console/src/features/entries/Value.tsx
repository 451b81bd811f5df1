import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useFormatLocale } from '../../i18n/format.ts'
import { shownDay } from '../../ui/days.ts'
import { Moment } from './Moment.tsx'

/** Longer texts are cut until they are asked for. */
const LONG = { characters: 240, lines: 6 }

const isLong = (text: string): boolean =>
  text.length > LONG.characters || text.split('\n').length > LONG.lines

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const DAY = /^\d{4}-\d\d-\d\d$/

/** Fields whose values have words on other pages, by the beginning of their message keys. */
const WORDED: Record<string, string> = { status: 'status', type: 'roles.types' }

interface Props {
  field: string
  /** Names the value for the button that shows all of it: before, or after. */
  side: string
  /** The field's label. */
  label: string
  value: unknown
}

/** A value of a record, as readers know it. */
export const Value = ({ value, field, ...names }: Props) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  if (value === undefined || value === null || value === '')
    return (
      <Typography component="span" variant="body2" color="textSecondary" sx={{ fontStyle: 'italic' }}>
        {translate('entries.empty')}
      </Typography>
    )
  if (typeof value === 'boolean') return translate(`entries.${value ? 'yes' : 'no'}`)
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value) && value.every((part) => typeof part === 'string'))
    return <Text text={value.join(', ')} {...names} />
  if (typeof value !== 'string') return <Text text={JSON.stringify(value, null, 2)} isCode {...names} />
  if (TIME.test(value)) return <Moment at={value} />
  if (DAY.test(value)) return shownDay(value, locale)
  const words = WORDED[field]
  return <Text text={words === undefined ? value : translate(`${words}.${value}`, { _: value })} {...names} />
}

interface TextProps {
  text: string
  isCode?: boolean
  side: string
  label: string
}

const Text = ({ text, isCode = false, side, label }: TextProps) => {
  const translate = useTranslate()
  const [isWhole, setWhole] = useState(false)
  const key = `entries.show_${isWhole ? 'less' : 'all'}`
  return (
    <>
      <Box
        component="span"
        sx={{
          display: 'block',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          ...(isCode && { fontFamily: 'monospace', fontSize: '0.75rem' }),
          ...(isLong(text) && !isWhole && { maxHeight: `${LONG.lines * 1.5}em`, overflow: 'hidden' }),
        }}
      >
        {text}
      </Box>
      {isLong(text) && (
        <Button
          size="small"
          aria-expanded={isWhole}
          aria-label={translate(`${key}_of`, { field: label, side })}
          onClick={() => setWhole(!isWhole)}
          sx={{ ml: -0.5 }}
        >
          {translate(key)}
        </Button>
      )}
    </>
  )
}
