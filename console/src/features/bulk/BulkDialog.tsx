import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Stack,
  Typography,
} from '@mui/material'
import { type FormEvent, type ReactNode, useId } from 'react'
import { useTranslate } from 'react-admin'
import { useFormatLocale } from '../../i18n/format.ts'
import { useHandled } from '../../ui/list/allMatching.ts'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { LeftOut } from './LeftOut.tsx'
import type { BulkResource, Chosen } from './selection.ts'
import { type Progress, useBulkRun } from './useBulkRun.ts'
import { withoutQuestion } from './withoutQuestion.ts'

/** A count, and how it is written. */
interface Numbers {
  smart_count: number
  count: string
}

interface Props {
  resource: BulkResource
  action: string
  chosen: Chosen
  /** The action's own fields, such as `role`. */
  fields?: object
  title: string
  /** Label of the button that begins the run. */
  confirm: string
  tone?: 'error' | 'primary'
  isReady?: boolean
  /** What changed, in the report; by default only how many. */
  changed?: ((numbers: Numbers) => string) | undefined
  onClose: () => void
  /** When the dialog is closed after a run. */
  onDone: () => void
  /** What is asked before the run. */
  children: ReactNode
}

/** A bulk action: confirmation, progress, and a report of what was left out and why. */
export const BulkDialog = ({
  resource,
  action,
  chosen,
  fields = {},
  title,
  confirm,
  tone = 'primary',
  isReady = true,
  changed,
  onClose,
  onDone,
  children,
}: Props) => {
  const translate = useTranslate()
  const id = useId()
  const run = useBulkRun(resource, action, { ...chosen, ...fields })
  const isRunning = run.stage === 'running'
  const isOver = run.stage === 'ended' && run.remaining === 0 && run.error === undefined
  useHandled(isOver)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isRunning && isReady) void run.start()
  }
  const close = () => {
    onClose()
    if (run.stage === 'ended') onDone()
  }
  return (
    // No dismissal while it runs: it would continue invisibly.
    <Dialog open onClose={isRunning ? undefined : close} aria-labelledby={id} maxWidth="sm" fullWidth>
      <form onSubmit={onSubmit}>
        <DialogTitle id={id}>{run.stage === 'asking' ? title : withoutQuestion(title)}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2, pt: 1 }}>
            {run.stage === 'asking' ? children : <SoFar run={run} changed={changed} />}
            <RefusalNotice error={run.error} />
            {run.leftOut.length > 0 && (
              <LeftOut entries={run.leftOut} pathOf={(each) => `/${resource}/${each}`} />
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          {isRunning ? (
            <Button onClick={run.stop}>{translate('bulk.stop')}</Button>
          ) : (
            <Button onClick={close} variant={isOver ? 'outlined' : 'text'}>
              {translate(run.stage === 'asking' ? 'ra.action.cancel' : 'ra.action.close')}
            </Button>
          )}
          {!isRunning && !isOver && (
            <Button type="submit" variant="contained" color={tone} disabled={!isReady}>
              {run.stage === 'asking' ? confirm : translate('bulk.go_on')}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** A live region only at the end, so that screen readers do not announce each step. */
const SoFar = ({ run, changed }: { run: Progress } & Pick<Props, 'changed'>) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const numbers = (count: number) => ({ smart_count: count, count: count.toLocaleString(locale) })
  const count = (key: string, number: number) => translate(`bulk.${key}`, numbers(number))
  const handled = run.changed + run.unchanged + run.leftOut.length
  const total = handled + (run.remaining ?? 0)
  const parts = [
    changed && run.changed > 0 ? changed(numbers(run.changed)) : count('changed', run.changed),
    run.unchanged > 0 && count('unchanged', run.unchanged),
    run.leftOut.length > 0 && count('left_out', run.leftOut.length),
    (run.remaining ?? 0) > 0 && count('remaining', run.remaining ?? 0),
  ]
  return (
    <Box {...(run.stage === 'ended' && { role: 'status' })}>
      {run.stage === 'running' && (
        <LinearProgress
          variant={run.remaining === undefined ? 'indeterminate' : 'determinate'}
          value={total === 0 ? 0 : Math.round((100 * handled) / total)}
          aria-label={translate('bulk.progress')}
          sx={{ mb: 1.5 }}
        />
      )}
      <Typography variant="body2">{parts.filter(Boolean).join(' ')}</Typography>
    </Box>
  )
}
