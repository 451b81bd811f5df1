import { Box, Button, Link, Stack, Typography } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { client } from '../../api/session.ts'
import { PersonCell } from '../../features/people/PersonCell.tsx'
import { useFormatLocale } from '../../i18n/format.ts'
import { RetryQuery } from '../../ui/Retry.tsx'
import type { Term } from '../api.ts'

const STEP = 10

/** The users classified with the term. */
export const TermUsers = ({ term }: { term: Term }) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const [most, setMost] = useState(STEP)
  const query = useQuery({
    queryKey: ['taxonomies', 'users', term.id, most],
    queryFn: ({ signal }) => client.taxonomies.relation(term.id, 'users').get({ per_page: most }, { signal }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  return (
    <Box>
      <Stack direction="row" sx={{ alignItems: 'baseline', gap: 1, mb: 1 }}>
        <Typography variant="h3">{translate('taxonomies.panel.users')}</Typography>
        <Typography variant="caption" color="textSecondary" className="tabular">
          {data?.total.toLocaleString(locale)}
        </Typography>
      </Stack>
      <RetryQuery query={query} />
      {data?.total === 0 && (
        <Typography variant="body2" color="textSecondary">
          {translate('taxonomies.panel.no_users')}
        </Typography>
      )}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 0.75 }}>
        {data?.data.map(({ id, name, email }) => (
          <li key={id}>
            <Link
              component={RouterLink}
              to={`/users/${id}`}
              color="inherit"
              underline="none"
              sx={{ display: 'block' }}
            >
              <PersonCell name={name} detail={email} size={26} />
            </Link>
          </li>
        ))}
      </Stack>
      {data && data.total > data.data.length && (
        <Button onClick={() => setMost(Math.min(1000, most * 5))} sx={{ mt: 1 }}>
          {translate('taxonomies.rows.more')}
        </Button>
      )}
    </Box>
  )
}
