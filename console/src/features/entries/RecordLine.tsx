import { Box, Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../../api/me.ts'
import { StatusChip } from '../status/StatusChip.tsx'
import type { Party } from './entry.ts'
import { isKind, type Kind } from './kinds.ts'
import { type Found, recordQuery } from './records.ts'
import { useKindName, usePartyName } from './words.ts'

/** The page of a record; records in the trash that have none are on the trash's page. */
function pageOf(kind: Kind, { id, deleted_at }: Found): string {
  const hasOwnPageInTrash = kind === 'users' || kind === 'registrations'
  if (deleted_at !== null && !hasOwnPageInTrash) return `/trash/${kind}`
  return `/${kind}/${id}`
}

/** A record that an entry is about: its name at that time, and a link to it where it still exists. */
export const RecordLine = ({ party }: { party: Party }) => {
  const translate = useTranslate()
  const may = useMay()
  const kindOf = useKindName()
  const nameOf = usePartyName()
  const { type, id } = party
  const kind = isKind(type) && may(type, 'list') ? type : undefined
  const { data: record } = useQuery(recordQuery(kind, id))
  const name = nameOf(party)
  return (
    <Box>
      <Typography variant="caption" color="textSecondary" component="div">
        {kindOf(type)}
        {id !== null && party.name && ` ${id}`}
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
