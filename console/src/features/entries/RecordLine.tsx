import { Box, Link, Stack, Typography } from '@mui/material'
import { RolecallError } from '@rolecall/client'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { StatusChip } from '../status/StatusChip.tsx'
import { isKind, type Kind, type Party } from './entry.ts'
import { useKindName, usePartyName } from './words.ts'

interface Found {
  id: number
  name: string
  deleted_at: string | null
}

/** The page of a record; records in the trash that have none are on the trash's page. */
function pageOf(kind: Kind, { id, deleted_at }: Found): string {
  const hasOwnPageInTrash = kind === 'users' || kind === 'registrations'
  if (deleted_at !== null && !hasOwnPageInTrash) return `/trash/${kind}`
  return `/${kind}/${id}`
}

/** The record as it is now; null if there is none any more. */
const recordQuery = (kind: Kind | undefined, id: number | null) => ({
  queryKey: [kind, 'of entry', id],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Found | null> => {
    try {
      const record = await client
        .resource(kind as Kind)
        .get(id as number, { trashed: 'true', signal } as never)
      return record as unknown as Found
    } catch (error) {
      if (error instanceof RolecallError && error.status === 404) return null
      throw error
    }
  },
  enabled: kind !== undefined && id !== null,
  // Whether there is a link is not worth an error on the page.
  retry: false,
})

/** A record that an entry is about: its name at that time, and a link to it where it still exists. */
export const RecordLine = ({ party }: { party: Party }) => {
  const translate = useTranslate()
  const may = useMay()
  const kindOf = useKindName()
  const nameOf = usePartyName()
  const { type, id } = party
  const kind = isKind(type) && may(type, 'read', { id }) ? type : undefined
  const { data: record } = useQuery(recordQuery(kind, id))
  const name = nameOf(party)
  return (
    <Box>
      <Typography variant="caption" color="textSecondary" component="div">
        {kindOf(type)}
        {id !== null && party.name !== null && ` ${id}`}
      </Typography>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        {kind && record ? (
          <Link
            component={RouterLink}
            to={pageOf(kind, record)}
            variant="body2"
            sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}
          >
            {name}
          </Link>
        ) : (
          <Typography variant="body2" sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
        )}
        {record && record.deleted_at !== null && <StatusChip status="trashed" />}
        {record === null && (
          <Typography variant="caption" color="textSecondary">
            {translate('entries.gone')}
          </Typography>
        )}
      </Stack>
    </Box>
  )
}
