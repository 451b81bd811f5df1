import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { isPreview } from '../api/changes.ts'
import { useMay } from '../api/me.ts'
import { client } from '../api/session.ts'
import { effectsQuery, GRANTS, grantsQuery, MOST_CHANGES } from '../features/grants/grants.ts'
import { useAction } from '../features/mutations/useAction.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { RetryQuery } from '../ui/Retry.tsx'
import { type Role, useRoleAbilities } from './role.ts'

/**
 * Deleting a role has the same effect as revoking all of its permissions.
 * @param isDeleting the service no longer counts for a deleted role: a count does not start during the deletion
 */
function useLosses(role: Role, isDeleting: boolean) {
  const mayCount = useMay()('roles', 'grants-change')
  const given = useQuery({ ...grantsQuery([role.id]), enabled: mayCount, placeholderData: undefined })
  const { data } = given
  const [own] = data?.roles ?? []
  const held = new Set(data?.grants[String(role.id)])
  const changes = own
    ? (data?.permissions ?? [])
        .filter(({ id }) => held.has(id))
        .map((permission) => ({ role: own, permission, held: false }))
    : []
  const counted = useQuery({ ...effectsQuery(changes), ...(isDeleting && { enabled: false }) })
  const { data: effects, isLoading } = counted
  const isCountable = mayCount && changes.length <= MOST_CHANGES
  const losing = effects?.users_losing ?? (data && changes.length === 0 ? 0 : undefined)
  return {
    losing: isCountable ? losing : undefined,
    failed: given.error ? given : counted,
    isLoading: isCountable && (!data || isLoading),
  }
}

/** The role's own page is left after the deletion: its role, users and permissions, and the count of its losses. */
const isOnPage = (key: QueryKey) =>
  key[1] === 'getOne' || key[1] === 'getManyReference' || key[0] === GRANTS || isPreview(key)

/** Soft deletion: the role can be restored from the trash as it was. */
export const DeleteRole = ({ role, onClose }: { role: Role; onClose: () => void }) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const mayRestore = useRoleAbilities(role).restore
  const deletion = useAction(
    async () => {
      await client.roles.delete(role.id)
      onClose()
      navigate('/roles')
      return {
        message: translate('roles.delete.done', { name: role.name }),
        undo: mayRestore ? () => client.roles.restore(role.id) : undefined,
      }
    },
    { keepsError: true, isGone: isOnPage },
  )
  const losses = useLosses(role, deletion.busy)
  const { count_users: holders } = role
  const { losing } = losses
  const radius = [
    holders === 0
      ? translate('roles.delete.nobody')
      : translate('roles.delete.users', { smart_count: holders }),
    holders > 0 && losses.isLoading && !losses.failed.error && translate('grants.sheet.counting'),
    holders > 0 &&
      losing !== undefined &&
      translate(losing === 0 ? 'roles.delete.no_loss' : 'roles.delete.losing', { smart_count: losing }),
  ]
  return (
    <ConfirmDialog
      open
      title={translate('roles.delete.title', { name: role.name })}
      confirm={translate('roles.delete.confirm')}
      busy={deletion.busy}
      error={deletion.error}
      onConfirm={() => void deletion.run()}
      onClose={onClose}
    >
      <p>{radius.filter(Boolean).join(' ')}</p>
      <p>{translate('roles.delete.trash')}</p>
      <RetryQuery query={losses.failed} />
    </ConfirmDialog>
  )
}
