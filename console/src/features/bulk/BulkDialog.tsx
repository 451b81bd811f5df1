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
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { LeftOut } from './LeftOut.tsx'
import type { BulkRun, Progress } from './useBulkRun.ts'

interface Props {
  title: string
  /** Label of the button that begins the run. */
  confirm: string
  tone?: 'error' | 'primary'
  isReady?: boolean
  run: BulkRun
  /** Page of a record that was left out. */
  pathOf: (id: number) => string
  onConfirm: () => void
  onClose: () => void
  /** What is asked before the run. */
  children: ReactNode
}

/** A bulk action: confirmation, progress, and a report of what was left out and why. */
export const BulkDialog = ({
  title,
  confirm,
  tone = 'primary',
  isReady = true,
  run,
  pathOf,
  onConfirm,
  onClose,
  children,
}: Props) => {
  const translate = useTranslate()
  const id = useId()
  const isRunning = run.stage === 'running'
  const isOver = run.stage === 'ended' && run.remaining === 0 && run.error === undefined
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isRunning && isReady) onConfirm()
  }
  return (
    // No dismissal while it runs: it would continue invisibly.
    <Dialog open onClose={isRunning ? undefined : onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <form onSubmit={onSubmit}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2, pt: 1 }}>
            {run.stage === 'asking' ? children : <SoFar run={run} />}
            <RefusalNotice error={run.error} />
            {run.leftOut.length > 0 && <LeftOut entries={run.leftOut} pathOf={pathOf} />}
          </Stack>
        </DialogContent>
        <DialogActions>
          {isRunning ? (
            <Button onClick={run.stop}>{translate('bulk.stop')}</Button>
          ) : (
            <Button onClick={onClose} variant={isOver ? 'outlined' : 'text'}>
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
const SoFar = ({ run }: { run: Progress }) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const count = (key: string, number: number) =>
    translate(`bulk.${key}`, { smart_count: number, count: number.toLocaleString(locale) })
  const handled = run.changed + run.unchanged + run.leftOut.length
  const total = handled + (run.remaining ?? 0)
  const parts = [
    count('changed', run.changed),
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
