import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { client } from '../api/session.ts'
import { effectsQuery, everyGrantKey, grantsQuery, MOST_CHANGES } from '../grants/grants.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { RetryQuery } from '../ui/Retry.tsx'
import { useNotifier } from '../ui/useAction.tsx'
import { type Role, useRoleAbilities } from './role.ts'

/** Deleting a role has the same effect as revoking all of its permissions. */
function useLosses(role: Role) {
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
  const counted = useQuery(effectsQuery(changes))
  const { data: effects, isLoading } = counted
  const isCountable = mayCount && changes.length <= MOST_CHANGES
  const losing = effects?.users_losing ?? (data && changes.length === 0 ? 0 : undefined)
  return {
    losing: isCountable ? losing : undefined,
    failed: given.error ? given : counted,
    isLoading: isCountable && (!data || isLoading),
  }
}

/** Soft deletion: the role can be restored from the trash as it was. */
export const DeleteRole = ({ role, onClose }: { role: Role; onClose: () => void }) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const notifier = useNotifier()
  const mayRestore = useRoleAbilities(role).restore
  const losses = useLosses(role)
  const deletion = useMutation({
    mutationFn: () => client.roles.delete(role.id),
    onSuccess: () => {
      // This page must not refetch the deleted role; the list refetches when it opens.
      for (const queryKey of [['roles'], ['users'], ['permissions'], ['me'], everyGrantKey.queryKey]) {
        void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
      }
      navigate('/roles')
      const undo = mayRestore ? () => client.roles.restore(role.id) : undefined
      notifier.done({ message: translate('roles.delete.done', { name: role.name }), undo })
    },
  })
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
      busy={deletion.isPending}
      error={deletion.error}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    >
      <p>{radius.filter(Boolean).join(' ')}</p>
      <p>{translate('roles.delete.trash')}</p>
      <RetryQuery query={losses.failed} />
    </ConfirmDialog>
  )
}
