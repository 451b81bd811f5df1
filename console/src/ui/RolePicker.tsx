import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { type Pick, RecordPicker } from './RecordPicker.tsx'

const MOST = 20

interface Props {
  value: Pick | null
  onChange: (role: Pick | null) => void
  label?: string
  hint?: ReactNode
  autoFocus?: boolean
  isNarrow?: boolean
  without?: number[]
}

const find = async (q: string, signal: AbortSignal): Promise<Pick[]> => {
  const { data } = await client.roles.list(
    { ...(q !== '' && { q }), per_page: MOST, sort: 'name' },
    { signal },
  )
  return data.map(({ id, name, slug, details }) => ({ id, name, slug, detail: details ?? slug }))
}

export const RolePicker = ({ label, ...props }: Props) => {
  const translate = useTranslate()
  return <RecordPicker {...props} label={label ?? translate('ui.pick.role')} queryKey="roles" find={find} />
}
