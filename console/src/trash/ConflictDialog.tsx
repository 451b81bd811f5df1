import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Link,
  Stack,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useAction } from '../features/mutations/useAction.tsx'
import { useSettling } from '../ui/list/useSettling.ts'
import { RefusalNotice } from '../ui/RefusalNotice.tsx'
import { RetryQuery } from '../ui/Retry.tsx'
import { refusalText } from '../ui/refusal.ts'
import { type Kind, pathOf, type Trashed } from './kinds.ts'
import {
  type Failed,
  holderOf,
  isBelowTrashed,
  restoreWithAbove,
  takenField,
  trashedAbove,
} from './restore.ts'

interface Props {
  kind: Kind
  failed: Failed[]
  onSolved: (record: Trashed) => void
  onClose: () => void
}

/** Why each record could not be restored, and how to resolve it. */
export const ConflictDialog = ({ kind, failed, onSolved, onClose }: Props) => {
  const translate = useTranslate()
  const id = useId()
  const rows = useSettling<HTMLUListElement>(failed.map(({ record }) => record))
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>
        {translate('trash.conflict.title', { smart_count: failed.length, name: failed[0]?.record.name })}
      </DialogTitle>
      <DialogContent>
        <Stack ref={rows} component="ul" sx={{ m: 0, p: 0, gap: 2, listStyle: 'none' }}>
          {failed.map((each) => (
            <Box component="li" key={each.record.id}>
              {failed.length > 1 && (
                <Typography variant="body2" sx={{ fontWeight: 550 }}>
                  {each.record.name}
                </Typography>
              )}
              <Reason kind={kind} {...each} onSolved={() => onSolved(each.record)} />
            </Box>
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type ReasonProps = Failed & { kind: Kind; onSolved: () => void }

const Reason = (props: ReasonProps) => {
  const translate = useTranslate()
  if (takenField(props.error) !== undefined) return <Taken {...props} />
  if (isBelowTrashed(props.error)) return <Below {...props} />
  return (
    <Typography variant="body2" color="textSecondary">
      {refusalText(props.error, translate)}
    </Typography>
  )
}

const Taken = ({ kind, record, error }: ReasonProps) => {
  const translate = useTranslate()
  const field = takenField(error) as NonNullable<ReturnType<typeof takenField>>
  const query = useQuery({
    queryKey: ['trash', kind, record.id, 'holder', field],
    queryFn: async () => (await holderOf(kind, record, field)) ?? null,
  })
  const { data: holder } = query
  return (
    <Typography variant="body2" color="textSecondary" component="div">
      {translate(`trash.conflict.taken.${field}`)}{' '}
      {holder && (
        <Link component={RouterLink} to={pathOf(kind, holder.id)} underline="always">
          {translate('trash.conflict.holder', { name: holder.name, id: holder.id })}
        </Link>
      )}
      <RetryQuery query={query} />
      <Box sx={{ mt: 0.5 }}>{translate('trash.conflict.taken_next')}</Box>
    </Typography>
  )
}

const Below = ({ kind, record, onSolved }: ReasonProps) => {
  const translate = useTranslate()
  const query = useQuery({
    queryKey: ['trash', kind, record.id, 'above'],
    queryFn: () => trashedAbove(kind, record),
  })
  const { data: above = [] } = query
  const names = above.map((each) => each.record.name).join(' › ')
  const restore = useAction(
    async () => {
      await restoreWithAbove(kind, record)
      onSolved()
      return { message: translate('trash.restored', { smart_count: above.length + 1, name: record.name }) }
    },
    { keepsError: true },
  )
  return (
    <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
      <Typography variant="body2" color="textSecondary">
        {translate('trash.conflict.below', { names })}
      </Typography>
      <RefusalNotice error={restore.error} />
      {!restore.error && <RetryQuery query={query} />}
      <Button
        variant="contained"
        disabled={above.length === 0}
        loading={restore.busy}
        onClick={() => void restore.run()}
      >
        {translate('trash.conflict.restore_above', { names: [names, record.name].join(' › ') })}
      </Button>
    </Stack>
  )
}
