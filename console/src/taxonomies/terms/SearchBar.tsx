import { Box, IconButton, Stack } from '@mui/material'
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslate } from 'react-admin'
import { keyOf } from '../../ui/keys/keys.ts'
import { Retry } from '../../ui/Retry.tsx'
import { SearchInput } from '../../ui/SearchInput.tsx'
import { SEARCH_KEYS } from '../keys.ts'
import type { TermSearch } from './useTermSearch.ts'

/** Enter goes to the next result, Shift+Enter to the previous one, the down arrow to the tree. */
export const SearchBar = ({ search, onLeave }: { search: TermSearch; onLeave: () => void }) => {
  const translate = useTranslate()
  const { q, setQ, ids, at, total, step, isDone } = search
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(SEARCH_KEYS, event)
    if (key === undefined) return
    event.preventDefault()
    if (key === 'leave') onLeave()
    else step(key === 'next' ? 1 : -1)
  }
  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5, flex: 1, minWidth: 0 }}>
        <Box
          onKeyDown={onKeyDown}
          sx={{ flex: '1 1 200px', maxWidth: 320, '& > *': { width: '100% !important' } }}
        >
          <SearchInput value={q} onChange={setQ} label={translate('taxonomies.search.label')} />
        </Box>
        <Box role="status" sx={{ fontSize: '0.75rem', color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {isDone &&
            (ids.length > 0 ? place(translate, at, ids.length, total) : translate('taxonomies.search.none'))}
        </Box>
        {isDone && ids.length > 1 && (
          <>
            <IconButton aria-label={translate('taxonomies.search.previous')} onClick={() => step(-1)}>
              <ChevronUp size={16} />
            </IconButton>
            <IconButton aria-label={translate('taxonomies.search.next')} onClick={() => step(1)}>
              <ChevronDown size={16} />
            </IconButton>
          </>
        )}
      </Stack>
      <Retry error={search.error} retry={search.retry} />
    </>
  )
}

const place = (
  translate: ReturnType<typeof useTranslate>,
  at: number,
  shown: number,
  total: number,
): string =>
  translate(total > shown ? 'taxonomies.search.of_more' : 'taxonomies.search.of', {
    at: at + 1,
    shown,
    total,
  })
