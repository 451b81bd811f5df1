import { IconButton, Stack, Tooltip, Typography } from '@mui/material'
import type { components } from '@rolecall/client'
import type { LucideIcon } from 'lucide-react'
import { ListContextProvider, useList, useTranslate } from 'react-admin'
import type { Column } from '../../ui/list/column.ts'
import { ListTable } from '../../ui/list/ListTable.tsx'
import { When } from '../../ui/When.tsx'

export type Factor = components['schemas']['Factor']

const Kind = ({ kind }: Factor) => {
  const translate = useTranslate()
  return translate(`factors.kinds.${kind}`)
}

const COLUMNS: Column<Factor>[] = [
  { id: 'name', label: 'factors.name', render: ({ name }) => name },
  { id: 'kind', label: 'factors.kind', render: (factor) => <Kind {...factor} /> },
  { id: 'created', label: 'factors.added', render: ({ created_at }) => <When at={created_at} /> },
  { id: 'used', label: 'factors.used', render: ({ used_at }) => <When at={used_at} /> },
]

const Compact = (factor: Factor) => {
  const translate = useTranslate()
  return (
    <Stack sx={{ gap: 0.25, overflowWrap: 'anywhere' }}>
      <span>{factor.name}</span>
      <Typography variant="caption" color="textSecondary">
        <Kind {...factor} />
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {translate('factors.used')} <When at={factor.used_at} />
      </Typography>
    </Stack>
  )
}

interface Props {
  factors: Factor[]
  actions?: ((factor: Factor) => React.ReactNode) | undefined
}

/** Second factors, without their secrets. */
export const FactorTable = ({ factors, actions }: Props) => {
  const translate = useTranslate()
  const list = useList<Factor>({ data: factors })
  return (
    <ListContextProvider value={list}>
      <ListTable<Factor>
        label={translate('factors.title')}
        columns={COLUMNS}
        compact={(factor) => <Compact {...factor} />}
        actions={actions}
      />
    </ListContextProvider>
  )
}

interface ActionProps {
  icon: LucideIcon
  /** Message key with the factor's name. */
  label: string
  factor: Factor
  onClick: () => void
}

/** A button in a factor's row. */
export const FactorAction = ({ icon: Icon, label, factor: { name }, onClick }: ActionProps) => {
  const text = useTranslate()(label, { name })
  return (
    <Tooltip title={text}>
      <IconButton aria-label={text} onClick={onClick}>
        <Icon size={16} />
      </IconButton>
    </Tooltip>
  )
}
