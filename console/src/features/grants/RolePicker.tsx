import type { ReactNode, Ref } from 'react'
import { useTranslate } from 'react-admin'
import { useMay, useMe } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { type PickerOption, RecordPicker } from '../../ui/RecordPicker.tsx'
import { grantsOf, lackingOf } from './grants.ts'

const MOST = 20

interface Props {
  value: PickerOption | null
  onChange: (role: PickerOption | null) => void
  label?: string
  hint?: ReactNode
  autoFocus?: boolean
  inputRef?: Ref<HTMLInputElement>
  isNarrow?: boolean
  isDisabled?: boolean
  without?: number[]
  /** Also offers roles that grant more than the caller has. */
  isToFilter?: boolean
  /** "All" in a filter by default. */
  placeholder?: string
}

export const RolePicker = ({ label, isToFilter = false, placeholder, ...props }: Props) => {
  const translate = useTranslate()
  const own = new Set<string>(useMe().permissions)
  const asksGrants = useMay()('roles', 'grants') && !isToFilter
  const find = async (q: string, signal: AbortSignal): Promise<PickerOption[]> => {
    const { data } = await client.roles.list(
      { ...(q !== '' && { q }), per_page: MOST, sort: 'name' },
      { signal },
    )
    const ids = data.map(({ id }) => id)
    const asks = asksGrants && ids.length > 0
    const lackingIn = asks ? lackingOf(await grantsOf(ids, signal), own) : undefined
    return data.map(({ id, name, slug, details }) => {
      const beyond = lackingIn?.(id)
      const lock = beyond && translate('grants.lock.beyond', { permission: beyond.name })
      return { id, name, slug, detail: details ?? slug, ...(lock !== undefined && { lock }) }
    })
  }
  return (
    <RecordPicker
      {...props}
      label={label ?? translate('grants.role')}
      {...(isToFilter && { placeholder: placeholder ?? translate('ui.all') })}
      queryKey={isToFilter ? 'roles' : 'roles to give'}
      find={find}
    />
  )
}
