import { useFormatLocale } from '../../i18n/format.ts'

/** When something happened, to the second, in the reader's time zone. */
export const Moment = ({ at }: { at: string }) => {
  const locale = useFormatLocale()
  const date = new Date(at)
  return (
    <time dateTime={at} title={date.toLocaleString(locale, { dateStyle: 'full', timeStyle: 'long' })}>
      {date.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' })}
    </time>
  )
}
