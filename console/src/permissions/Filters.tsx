import { Box } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { FilterSelect } from '../ui/FilterSelect.tsx'
import { RetryQuery } from '../ui/Retry.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'

const EVERY = 1000

interface Values {
  q?: string
  module?: string
  section?: string
  is_active?: string
}

interface Props {
  values: Values
  onChange: (values: Values) => void
}

/** Modules and sections are loaded when a filter is opened. */
function usePlaces() {
  const [isWanted, setWanted] = useState(false)
  const query = useQuery({
    queryKey: ['permissions', 'places'],
    queryFn: async ({ signal }) => {
      const page = await client.permissions.list({ per_page: EVERY, sort: ['module', 'section'] }, { signal })
      return page.data.map(({ module, section }) => ({ module, section }))
    },
    enabled: isWanted,
    staleTime: 60_000,
  })
  return { query, want: () => setWanted(true) }
}

const pairs = (values: readonly (string | null)[]) =>
  [...new Set(values)].filter((value) => value !== null).map((value) => [value, value] as const)

export const Filters = ({ values, onChange }: Props) => {
  const translate = useTranslate()
  const { query, want } = usePlaces()
  const places = query.data ?? []
  const { q = '', module = '', section = '', is_active = '' } = values
  const set = (changed: Values) =>
    onChange(
      Object.fromEntries(Object.entries({ ...values, ...changed }).filter(([, value]) => value !== '')),
    )
  const within = places.filter((place) => module === '' || place.module === module)
  return (
    <>
      <SearchInput label={translate('permissions.search')} value={q} onChange={(q) => set({ q })} />
      <FilterSelect
        label={translate('permissions.module')}
        value={module}
        onOpen={want}
        onChange={(module) => set({ module, section: '' })}
        options={pairs(places.map(({ module }) => module))}
      />
      <FilterSelect
        label={translate('permissions.section')}
        value={section}
        onOpen={want}
        onChange={(section) => set({ section })}
        options={pairs(within.map(({ section }) => section))}
      />
      <FilterSelect
        label={translate('permissions.state')}
        value={String(is_active)}
        onChange={(is_active) => set({ is_active })}
        options={[
          ['true', translate('status.active')],
          ['false', translate('status.inactive')],
        ]}
      />
      {query.error && (
        <Box sx={{ flexBasis: '100%' }}>
          <RetryQuery query={query} />
        </Box>
      )}
    </>
  )
}
