import { useQuery } from '@tanstack/react-query'
import { ShieldOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMay } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { type Factor, FactorAction, FactorTable } from '../../features/factors/FactorTable.tsx'
import { useAction } from '../../features/mutations/useAction.tsx'
import { CommandButton } from '../../ui/CommandButton.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { Section } from '../../ui/Section.tsx'
import { useLockReason } from '../useLockReason.ts'
import type { User } from '../user.ts'
import { factorsQuery } from './queries.ts'

/** The second factors of another user: somebody who has lost theirs needs an administrator. */
export const Factors = ({ user }: { user: User }) => {
  const translate = useTranslate()
  const may = useMay()
  const beyond = useLockReason(user)
  const query = useQuery(factorsQuery(user.id))
  const { data } = query
  const [doomed, setDoomed] = useState<Factor | 'all'>()
  const hasAny = data !== undefined && data.factors.length > 0
  const canRemove = may('users', 'factor-delete', user) && beyond === undefined
  return (
    <>
      <Section
        title={translate('factors.title')}
        hint={translate('users.factors.hint')}
        actions={
          hasAny &&
          may('users', 'factors-reset', user) && (
            <CommandButton
              icon={ShieldOff}
              isGrave
              reason={beyond}
              variant="outlined"
              sx={{ flex: 'none' }}
              onClick={() => setDoomed('all')}
            >
              {translate('users.factors.reset')}
            </CommandButton>
          )
        }
        flush
      >
        <RetryQuery query={query} />
        {data && !hasAny && (
          <EmptyState icon={ShieldOff} title={translate('users.factors.none')}>
            {translate('users.factors.none_hint')}
          </EmptyState>
        )}
        {hasAny && (
          <FactorTable
            factors={data.factors}
            actions={
              canRemove
                ? (factor) => (
                    <FactorAction
                      icon={Trash2}
                      label="factors.remove_name"
                      factor={factor}
                      onClick={() => setDoomed(factor)}
                    />
                  )
                : undefined
            }
          />
        )}
      </Section>
      {hasAny && (
        <Section>
          <Facts
            facts={[
              {
                label: translate('factors.recovery_codes'),
                value: translate('factors.left', { smart_count: data.recovery_codes_left }),
              },
            ]}
          />
        </Section>
      )}
      {doomed && <RemoveDialog user={user} doomed={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}

interface RemoveProps {
  user: User
  doomed: Factor | 'all'
  onClose: () => void
}

const RemoveDialog = ({ user, doomed, onClose }: RemoveProps) => {
  const translate = useTranslate()
  const { name } = user
  const path = { column: 'id', value: String(user.id) } as const
  const isAll = doomed === 'all'
  const remove = useAction(
    async () => {
      await (isAll
        ? client.request('POST', '/api/users/{column}/{value}/factors/reset', { path })
        : client.request('POST', '/api/users/{column}/{value}/factors/{factor}/delete', {
            path: { ...path, factor: String(doomed.id) },
          }))
      onClose()
      return {
        message: isAll
          ? translate('users.factors.reset_done', { name })
          : translate('factors.removed', { name: doomed.name }),
      }
    },
    { keepsError: true },
  )
  return (
    <ConfirmDialog
      open
      title={
        isAll
          ? translate('users.factors.reset_title', { name })
          : translate('factors.remove_title', { name: doomed.name })
      }
      confirm={translate('factors.remove')}
      busy={remove.busy}
      error={remove.error}
      onConfirm={() => void remove.run()}
      onClose={onClose}
    >
      {translate(isAll ? 'users.factors.reset_text' : 'users.factors.remove_text', { name })}
    </ConfirmDialog>
  )
}
