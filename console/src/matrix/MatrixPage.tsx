import { Alert, Box, Button, Skeleton, Typography } from '@mui/material'
import { Columns3, Lock, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMay } from '../api/me.ts'
import { DraftBar } from '../features/grants/DraftBar.tsx'
import { type Grants, holdingsOf } from '../features/grants/grants.ts'
import { useLocks } from '../features/grants/locks.ts'
import { useDraft } from '../features/grants/useDraft.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Retry } from '../ui/Retry.tsx'
import { Section } from '../ui/Section.tsx'
import { ChooseRoles } from './ChooseRoles.tsx'
import { Grid } from './Grid.tsx'
import { rowsOf } from './rows.ts'
import { Toolbar } from './Toolbar.tsx'
import { useMatrix } from './useMatrix.ts'

export const MatrixPage = () => {
  const translate = useTranslate()
  const may = useMay()('roles', 'grants')
  return (
    <>
      <PageHeader title={translate('matrix.title')} subtitle={translate('matrix.lead')} />
      {may ? (
        <Shown />
      ) : (
        <EmptyState icon={Lock} title={translate('matrix.denied.title')}>
          {translate('matrix.denied.text')}
        </EmptyState>
      )}
    </>
  )
}

const Shown = () => {
  const translate = useTranslate()
  const matrix = useMatrix()
  const { data, error, refetch } = matrix
  if (data) return <Matrix matrix={matrix} data={data} />
  if (!error) return <Skeleton variant="rounded" height={420} aria-label={translate('ra.page.loading')} />
  return (
    <Retry
      error={error}
      retry={refetch}
      other={<Button onClick={matrix.showAll}>{translate('matrix.show_all')}</Button>}
    />
  )
}

const Matrix = ({ matrix, data }: { matrix: ReturnType<typeof useMatrix>; data: Grants }) => {
  const translate = useTranslate()
  const { roles, permissions, permissionText, closed, fold, showAll } = matrix
  const [isChoosing, setChoosing] = useState(false)
  const holdings = useMemo(() => holdingsOf(data), [data])
  const locks = useLocks(data, holdings)
  const draft = useDraft(holdings)
  const isSearched = permissionText !== ''
  // Search results are shown even in collapsed groups.
  const rows = useMemo(
    () => rowsOf(permissions, isSearched ? new Set() : closed),
    [permissions, closed, isSearched],
  )
  const isEmpty = roles.length === 0 || rows.length === 0
  return (
    <>
      {!locks.mayWrite && (
        <Alert severity="info" icon={<Lock size={16} />} sx={{ mb: 2 }}>
          {translate('matrix.read_only')}
        </Alert>
      )}
      <Retry error={matrix.error} retry={matrix.refetch} />
      <Toolbar matrix={matrix} data={data} onChoose={() => setChoosing(true)} />
      {isChoosing && <ChooseRoles matrix={matrix} roles={data.roles} onClose={() => setChoosing(false)} />}
      <Box aria-busy={matrix.isStale} sx={{ opacity: matrix.isStale ? 0.6 : 1 }}>
        <Section flush>
          {isEmpty ? (
            <EmptyState
              icon={data.permissions.length === 0 ? Columns3 : SearchX}
              title={translate('matrix.empty.title')}
              action={
                <Button variant="outlined" onClick={showAll}>
                  {translate('matrix.show_all')}
                </Button>
              }
            >
              {translate('matrix.empty.text')}
            </EmptyState>
          ) : (
            <Grid {...{ rows, roles, draft, locks, holdings }} onFold={fold} />
          )}
        </Section>
      </Box>
      {data.total_permissions > data.permissions.length && (
        <Typography variant="caption" color="textSecondary">
          {translate('matrix.more_permissions', {
            shown: data.permissions.length,
            total: data.total_permissions,
          })}
        </Typography>
      )}
      <DraftBar draft={draft} />
    </>
  )
}
