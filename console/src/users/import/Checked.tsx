import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useFormatLocale } from '../../i18n/format.ts'
import { DownloadRejected } from './DownloadRejected.tsx'
import { Result } from './Result.tsx'
import type { ImportPlan } from './useImport.ts'

/** What a check has found, before the import. */
export const Checked = ({ plan }: { plan: ImportPlan }) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const { check, faults, good, file } = plan
  const total = file.table.rows.length
  const numbers = { total: total.toLocaleString(locale), count: good.length.toLocaleString(locale) }
  const isOver = check.progress?.state === 'ended'
  const faulty = total - good.length
  return (
    <Result
      title={
        isOver
          ? translate('users.import.checked', { ...numbers, smart_count: good.length })
          : translate('users.import.check_paused', {
              count: (check.progress?.handled ?? 0).toLocaleString(locale),
              total: (check.progress?.total ?? 0).toLocaleString(locale),
            })
      }
      text={
        faulty > 0
          ? translate('users.import.faulty', { smart_count: faulty, count: faulty.toLocaleString(locale) })
          : undefined
      }
      error={check.progress?.error}
      plan={plan}
      faults={faults}
    >
      {!isOver && (
        <Button variant="contained" onClick={check.resume}>
          {translate('users.import.resume_check')}
        </Button>
      )}
      {isOver && good.length > 0 && (
        <Button variant="contained" onClick={plan.runImport}>
          {translate('users.import.run', { smart_count: good.length, count: numbers.count })}
        </Button>
      )}
      {isOver && faulty > 0 && <DownloadRejected file={file} faults={faults} />}
      <Button onClick={plan.reset}>{translate('users.import.back')}</Button>
    </Result>
  )
}
