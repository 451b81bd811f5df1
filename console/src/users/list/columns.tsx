import { Link, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { May } from '../../api/me.ts'
import { NameCell } from '../../features/people/NameCell.tsx'
import { StatusChip } from '../../features/status/StatusChip.tsx'
import { useFormatLocale } from '../../i18n/format.ts'
import type { Column } from '../../ui/list/column.ts'
import { countryName } from '../../ui/places/countries.ts'
import { When } from '../../ui/When.tsx'
import { type HeldRole, nextEndOf } from '../heldRole.ts'
import { statusOf, type User } from '../user.ts'

/** Column of the next end of access, also visible while the list is filtered by it. */
export const ENDS = 'ends'

export const pathOf = ({ id }: User) => `/users/${id}`

const label = (name: string) => `users.fields.${name}`

type Plain = 'username' | 'title' | 'designation' | 'country' | 'email' | 'phone' | 'timezone'

const plain = (name: Plain, sort?: string): Column<User> => ({
  id: name,
  ...(sort && { sort }),
  label: `people.fields.${name}`,
  render: (user) => user[name] ?? '–',
  text: (user) => user[name],
})

/** The service masks other users' contact details for callers who may not see them. */
const contact = (name: 'email' | 'phone', sort?: string) => ({
  ...plain(name, sort),
  isOpen: (_may: May, seesContacts: boolean) => seesContacts,
})

const time = (name: 'created_at' | 'last_login_at' | 'updated_at', sort?: string): Column<User> => ({
  id: name,
  label: label(name),
  ...(sort && { sort }),
  render: (user) => <When at={user[name]} />,
  text: (user) => user[name],
})

const Roles = ({ user: { roles = [] } }: { user: User }) =>
  roles.length === 0 ? (
    '–'
  ) : (
    <Typography variant="body2" component="span" sx={{ overflowWrap: 'break-word' }}>
      {roles.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link component={RouterLink} to={`/roles/${id}`} color="inherit">
            {name}
          </Link>
        </span>
      ))}
    </Typography>
  )

/** The roles come with their links: no further request. */
const endOf = ({ roles = [] }: User) => nextEndOf(roles as unknown as HeldRole[])

const End = ({ user }: { user: User }) => {
  const end = endOf(user)
  if (!end) return '–'
  return (
    <>
      <When at={end.at} absolute />
      <Typography variant="caption" color="textSecondary" noWrap component="div">
        {end.roles.map(({ name }) => name).join(', ')}
      </Typography>
    </>
  )
}

const seesRoles = (may: May) => may('users', 'roles.read') && may('roles', 'list')

const Country = ({ user: { country, country_code: code } }: { user: User }) => {
  const locale = useFormatLocale()
  return country ?? (code ? countryName(code, locale) : '–')
}

const NAME: Column<User> = {
  id: 'name',
  label: 'people.fields.name',
  sort: 'name',
  render: (user) => <NameCell to={pathOf(user)} name={user.name} detail={user.email ?? user.username} />,
  text: ({ name }) => name,
}

const ALL: (Column<User> & { isOpen?: (may: May, seesContacts: boolean) => boolean })[] = [
  NAME,
  {
    id: 'status',
    label: label('status'),
    render: (user) => <StatusChip status={statusOf(user)} />,
    text: statusOf,
  },
  {
    id: 'roles',
    label: label('roles'),
    render: (user) => <Roles user={user} />,
    text: ({ roles = [] }) => roles.map(({ slug }) => slug).join(', '),
    isOpen: seesRoles,
  },
  {
    id: ENDS,
    label: label('ends'),
    render: (user) => <End user={user} />,
    text: (user) => endOf(user)?.at,
    isOpen: seesRoles,
  },
  plain('username'),
  contact('email', 'email'),
  contact('phone'),
  plain('title'),
  plain('designation'),
  {
    ...plain('country'),
    render: (user) => <Country user={user} />,
  },
  plain('timezone'),
  time('last_login_at', 'last_login_at'),
  time('created_at', 'id'),
  time('updated_at'),
  {
    id: 'id',
    label: label('id'),
    align: 'right',
    render: ({ id }) => id,
    text: ({ id }) => id,
  },
]

/** Visible by default. */
export const DEFAULT_COLUMNS = ['name', 'status', 'roles', 'last_login_at', 'created_at']

/** Always exported: they identify a user. */
const EXPORTED = ['id', 'email', 'username']

export const columnsFor = (may: May, seesContacts: boolean): Column<User>[] =>
  ALL.filter(({ isOpen }) => isOpen === undefined || isOpen(may, seesContacts))

export const columnsOfFile = (all: Column<User>[], shown: Column<User>[]): Column<User>[] =>
  all.filter((column) => EXPORTED.includes(column.id) || shown.includes(column))
