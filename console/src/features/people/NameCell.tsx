import { Link } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { PersonCell } from './PersonCell.tsx'

interface Props {
  to: string
  name: string
  detail?: string | null | undefined
}

/** A person, with a link to their page. */
export const NameCell = ({ to, name, detail }: Props) => (
  <Link
    component={RouterLink}
    to={to}
    color="inherit"
    underline="none"
    sx={{ display: 'block', minWidth: 0, maxWidth: '100%' }}
  >
    <PersonCell name={name} detail={detail} />
  </Link>
)
