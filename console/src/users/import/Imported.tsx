import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { useMay } from '../../api/me.ts'
import { useFormatLocale } from '../../i18n/format.ts'
import { refusalOf } from '../../ui/refusal.ts'
import { DownloadRejected } from './DownloadRejected.tsx'
import { Result } from './Result.tsx'
import type { ImportPlan } from './useImport.ts'
import type { Progress } from './usePass.ts'

const isRefused = (error: unknown) => {
  const { status = 0 } = refusalOf(error)
  return status >= 400 && status < 500
}

interface Props {
  plan: ImportPlan
  progress: Progress
  onOther: () => void
}

/** What an import has done, and what it left out. */
export const Imported = ({ plan, progress, onOther }: Props) => {
  const translate = useTranslate()
  const may = useMay()
  const locale = useFormatLocale()
  const { state, created, handled, total, error } = progress
  const isOver = state === 'ended'
  const left = new Set(plan.faults.map(({ row }) => row)).size
  const text = [
    !isOver &&
      translate('users.import.waiting', {
        smart_count: total - handled,
        count: (total - handled).toLocaleString(locale),
      }),
    // If its answer was lost, what the last step created counts as existing when it is repeated.
    !isOver && error !== undefined && !isRefused(error) && translate('users.import.unsure'),
    isOver &&
      left > 0 &&
      translate('users.import.left_out', { smart_count: left, count: left.toLocaleString(locale) }),
  ]
  return (
    <Result
      title={translate('users.import.done', { smart_count: created, count: created.toLocaleString(locale) })}
      text={text.filter(Boolean).join(' ') || undefined}
      error={error}
      plan={plan}
      faults={isOver ? plan.faults : []}
    >
      {!isOver && (
        <Button variant="contained" onClick={plan.run.resume}>
          {translate('users.import.resume')}
        </Button>
      )}
      {created > 0 && may('users', 'list') && (
        <Button
          component={Link}
          to={`/users?${new URLSearchParams({ sort: 'id', order: 'DESC', filter: '{}' })}`}
          variant={isOver ? 'contained' : 'outlined'}
        >
          {translate('users.import.show')}
        </Button>
      )}
      {left > 0 && <DownloadRejected file={plan.file} faults={plan.faults} />}
      {isOver && <Button onClick={onOther}>{translate('users.import.again')}</Button>}
    </Result>
  )
}
