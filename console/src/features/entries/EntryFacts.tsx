import { Link } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../../api/me.ts'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { useProgramName } from '../sessions/useProgramName.ts'
import type { Entry } from './entry.ts'
import { useActorName } from './words.ts'

/** Who it was, by what, and from where. What is not known, or not shown to the reader, is left out. */
export const EntryFacts = ({ entry }: { entry: Entry }) => {
  const translate = useTranslate()
  const programOf = useProgramName()
  const { token_id: token, token_name: name, token_maker_name: maker, via } = entry
  const tokenName = name ?? (token === null ? null : String(token))
  const facts: (Fact | false)[] = [
    { label: translate('entries.who'), value: <Actor entry={entry} /> },
    { label: translate('entries.via'), value: translate(`entries.vias.${via}`) },
    tokenName !== null && {
      label: translate('entries.token'),
      value: maker === null ? tokenName : translate('entries.made_by', { token: tokenName, name: maker }),
    },
    entry.ip !== null && { label: translate('entries.ip'), value: entry.ip },
    entry.user_agent !== null && {
      label: translate('entries.program'),
      value: <span title={entry.user_agent}>{programOf(entry)}</span>,
    },
    entry.request_id !== null && {
      label: translate('entries.request'),
      value: <code>{entry.request_id}</code>,
    },
    { label: translate('entries.uuid'), value: <code>{entry.uuid}</code> },
  ]
  return <Facts facts={facts.filter((fact) => fact !== false)} />
}

const Actor = ({ entry }: { entry: Entry }) => {
  const nameOf = useActorName()
  const may = useMay()
  const { actor_id: id } = entry
  if (id === null || !may('users', 'read', { id })) return nameOf(entry)
  return (
    <Link component={RouterLink} to={`/users/${id}`}>
      {nameOf(entry)}
    </Link>
  )
}
