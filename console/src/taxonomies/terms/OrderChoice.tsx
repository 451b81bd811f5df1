import { ToggleButton, ToggleButtonGroup, Tooltip } from '@mui/material'
import { ArrowDownAZ, ListOrdered } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { TermOrder } from '../api.ts'

interface Props {
  order: TermOrder
  onChange: (order: TermOrder) => void
}

/** Chooses between the order by name and the manual order. */
export const OrderChoice = ({ order, onChange }: Props) => {
  const translate = useTranslate()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={order}
      onChange={(_event, chosen: TermOrder | null) => chosen !== null && onChange(chosen)}
      aria-label={translate('taxonomies.order.label')}
    >
      {ORDERS.map(({ value, icon: Icon }) => (
        <Tooltip key={value} title={translate(`taxonomies.order.${value}`)}>
          <ToggleButton
            value={value}
            selected={value === order}
            aria-label={translate(`taxonomies.order.${value}`)}
          >
            <Icon size={16} />
          </ToggleButton>
        </Tooltip>
      ))}
    </ToggleButtonGroup>
  )
}

const ORDERS = [
  { value: 'name', icon: ArrowDownAZ },
  { value: 'position', icon: ListOrdered },
] as const
