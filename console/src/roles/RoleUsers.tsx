import { Button, IconButton, Stack, Tooltip } from '@mui/material'
import { CalendarClock, UserMinus, UserPlus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { ListContextProvider, useTranslate } from 'react-admin'
import { useMay } from '../api/me.ts'
import { client } from '../api/session.ts'
import { useAction } from '../features/mutations/useAction.tsx'
import { usePagedRelation } from '../features/relations/usePagedRelation.ts'
import { useSelection } from '../features/relations/useSelection.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ListFrame } from '../ui/list/ListFrame.tsx'
import { ListTable } from '../ui/list/ListTable.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { AddPeople } from './AddPeople.tsx'
import { ExpiryDialog } from './ExpiryDialog.tsx'
import { ExportMembers } from './ExportMembers.tsx'
import { MemberActions } from './MemberActions.tsx'
import { MEMBER_COLUMNS, Person } from './memberColumns.tsx'
import { type Member, type Role, useRoleAbilities } from './role.ts'
import { useRoleLockReason } from './useRoleLockReason.ts'

/** The users of a role, with their expiry dates. */
export const RoleUsers = ({ role }: { role: Role }) => {
  const translate = useTranslate()
  const { writeUsers: mayWrite } = useRoleAbilities(role)
  const beyond = useRoleLockReason(role)
  const [isAdding, setAdding] = useState(false)
  /** As it was when the dialog opened: the member may be removed meanwhile. */
  const [edited, setEdited] = useState<Member>()
  const selection = useSelection()
  const seesRoles = useMay()('users', 'roles.read')
  const mayChange = mayWrite && !beyond
  const { q, search, list } = usePagedRelation<Member>({
    relation: 'users',
    target: 'roles',
    id: role.id,
    sort: { field: 'id', order: 'DESC' },
    // Their roles tell whom the caller may not change.
    meta: mayWrite && seesRoles ? { include: ['roles'] } : {},
  })
  const latest = list.data?.find(({ id }) => id === edited?.id) ?? edited
  const actions = (member: Member) => <Actions role={role} member={member} onEdit={() => setEdited(member)} />
  const add = mayWrite && (
    <CommandButton icon={UserPlus} reason={beyond} variant="contained" onClick={() => setAdding(true)}>
      {translate('roles.members.add')}
    </CommandButton>
  )
  return (
    <>
      <ListContextProvider value={{ ...list, ...selection } as typeof list}>
        <ListFrame
          toolbar={
            <>
              <SearchInput label={translate('roles.members.search')} value={q} onChange={search} />
              <Stack direction="row" useFlexGap sx={{ ml: { sm: 'auto' }, gap: 1, flexWrap: 'wrap' }}>
                <ExportMembers role={role} q={q} total={list.total ?? 0} />
                {add}
              </Stack>
            </>
          }
          bulk={mayChange && <MemberActions role={role} />}
          empty={
            <EmptyState
              icon={UsersRound}
              title={translate(q === '' ? 'roles.members.none' : 'roles.members.none_found')}
              action={q === '' ? add : <Button onClick={() => search('')}>{translate('roles.clear')}</Button>}
            >
              {translate(q === '' ? 'roles.members.none_text' : 'roles.members.none_found_text')}
            </EmptyState>
          }
        >
          <ListTable
            label={translate('roles.tabs.users', { count: list.total ?? 0 })}
            columns={MEMBER_COLUMNS}
            compact={(member) => <Person member={member} />}
            actions={mayChange ? actions : undefined}
            nameToSelect={mayChange ? nameOf : undefined}
          />
        </ListFrame>
      </ListContextProvider>
      {isAdding && <AddPeople role={role} onClose={() => setAdding(false)} />}
      {latest && <ExpiryDialog role={role} member={latest} onClose={() => setEdited(undefined)} />}
    </>
  )
}

const nameOf = ({ name }: Member) => name

interface ActionsProps {
  role: Role
  member: Member
  onEdit: () => void
}

/** The buttons of a row. A member is removed once: the button is disabled until the row is gone. */
const Actions = ({ role, member: { id, name, pivot }, onEdit }: ActionsProps) => {
  const translate = useTranslate()
  const members = client.roles.relation(role.id, 'users')
  const takeAway = useAction(
    async () => {
      await members.remove(id)
      return {
        message: translate('roles.members.taken', { name }),
        undo: () =>
          members.add({ id, is_active: pivot?.is_active ?? true, expires_at: pivot?.expires_at ?? null }),
      }
    },
    { waits: true },
  )
  return (
    <Stack direction="row" component="span" sx={{ justifyContent: 'flex-end' }}>
      <Action icon={CalendarClock} label={translate('roles.members.expiry', { name })} onClick={onEdit} />
      <Action
        icon={UserMinus}
        label={translate('roles.members.take', { name })}
        busy={takeAway.busy}
        onClick={() => void takeAway.run()}
      />
    </Stack>
  )
}

interface ActionProps {
  icon: typeof UserMinus
  label: string
  busy?: boolean
  onClick: () => void
}

const Action = ({ icon: Icon, label, busy = false, onClick }: ActionProps) => (
  <Tooltip title={label}>
    <span>
      <IconButton aria-label={label} disabled={busy} onClick={onClick}>
        <Icon size={16} />
      </IconButton>
    </span>
  </Tooltip>
)
