import { MenuItem, Stack, TextField } from '@mui/material'
import { useListContext, useTranslate } from 'react-admin'
import { useMay } from '../../api/me.ts'
import { RolePicker } from '../../features/grants/RolePicker.tsx'
import { DayInput } from '../../ui/DayInput.tsx'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { SavedFilters } from '../../ui/list/SavedFilters.tsx'
import type { PickerOption } from '../../ui/RecordPicker.tsx'
import { SearchInput } from '../../ui/SearchInput.tsx'
import type { UserFilter } from '../bulk/selection.ts'

/** In days. */
const PERIODS = ['7', '30', '90']
const ANY = 'any'
const TRASHED = 'trashed'

export const Toolbar = () => {
  const translate = useTranslate()
  const may = useMay()
  const { filterValues, setFilters } = useListContext()
  const filter = filterValues as UserFilter
  const set = (changes: { [K in keyof UserFilter]: UserFilter[K] | undefined }) =>
    setFilters(
      Object.fromEntries(
        Object.entries({ ...filter, ...changes }).filter(([, value]) => value !== undefined && value !== ''),
      ),
    )
  const state = filter.trashed ? TRASHED : (filter.status ?? ANY)
  const setState = (value: string) =>
    set({
      trashed: value === TRASHED ? 'only' : undefined,
      status: value === 'active' || value === 'inactive' ? value : undefined,
    })
  return (
    <>
      <SearchInput label={translate('users.search')} value={filter.q ?? ''} onChange={(q) => set({ q })} />
      <TextField
        select
        label={translate('users.fields.status')}
        value={state}
        onChange={(event) => setState(event.target.value)}
        sx={{ width: 140 }}
      >
        {[ANY, 'active', 'inactive', ...(may('users', 'restore') ? [TRASHED] : [])].map((value) => (
          <MenuItem key={value} value={value}>
            {translate(value === ANY ? 'ui.all' : `status.${value}`)}
          </MenuItem>
        ))}
      </TextField>
      {may('roles', 'users.read') && may('roles', 'list') && (
        <ByRole value={filter.role ?? null} onChange={(role) => set({ role: role ?? undefined })} />
      )}
      {may('roles', 'list') && (
        <FilterSelect
          label={translate('users.ends.label')}
          value={filter.ends_within ?? ''}
          onChange={(days) => set({ ends_within: days })}
          options={PERIODS.map((days) => [
            days,
            translate('users.ends.within', { smart_count: Number(days) }),
          ])}
        />
      )}
      <Stack direction="row" sx={{ gap: 1 }}>
        <DayInput label={translate('users.from')} value={filter.from} onChange={(from) => set({ from })} />
        <DayInput label={translate('users.to')} value={filter.to} onChange={(to) => set({ to })} />
      </Stack>
      <SavedFilters />
    </>
  )
}

const ByRole = ({
  value,
  onChange,
}: {
  value: PickerOption | null
  onChange: (role: PickerOption | null) => void
}) => {
  const kept = (role: PickerOption) => ({ id: role.id, name: role.name, slug: role.slug })
  return (
    <span style={{ width: 180 }}>
      <RolePicker isNarrow isToFilter value={value} onChange={(role) => onChange(role && kept(role))} />
    </span>
  )
}
