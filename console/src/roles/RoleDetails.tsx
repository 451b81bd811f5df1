import { etagOf } from '@rolecall/client'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { useChange } from '../api/useChange.ts'
import { OUTDATED } from '../api/versions.ts'
import { useNotifier } from '../features/mutations/useNotifier.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Section } from '../ui/Section.tsx'
import { When } from '../ui/When.tsx'
import { type RoleChanges, RoleForm } from './RoleForm.tsx'
import { type Role, useRoleAbilities } from './role.ts'
import { useRoleLockReason } from './useRoleLockReason.ts'

interface Props {
  role: Role
  onReload: () => Promise<unknown>
}

export const RoleDetails = ({ role, onReload }: Props) => {
  const { update } = useRoleAbilities(role)
  const beyond = useRoleLockReason(role)
  return update && !beyond ? <Editor role={role} onReload={onReload} /> : <Reader role={role} />
}

const Editor = ({ role, onReload }: Props) => {
  const translate = useTranslate()
  const notifier = useNotifier()
  const change = useChange()
  const save = async (changes: RoleChanges, filledFrom: Role) => {
    // A form that still shows the list's version has an input that somebody else has changed since: 412.
    const ifMatch = etagIfRead(filledFrom) ?? OUTDATED
    await change(() => client.roles.update(role.id, changes as never, { ifMatch }), { waits: true })
    return () => notifier.done({ message: translate('roles.saved') })
  }
  return <RoleForm record={role} isRead={etagIfRead(role) !== undefined} onSave={save} onReload={onReload} />
}

/** Until the role has been read, the page shows it from the list's cache, without an ETag. */
export function etagIfRead(role: Role): string | undefined {
  try {
    return etagOf(role)
  } catch {
    return undefined
  }
}

const Reader = ({ role }: { role: Role }) => {
  const translate = useTranslate()
  const { name, slug, details, type, is_active, requires_second_factor, created_at, updated_at } = role
  return (
    <Section>
      <Facts
        facts={[
          { label: translate('roles.name'), value: name },
          { label: translate('roles.slug'), value: <code>{slug}</code> },
          { label: translate('roles.details'), value: details ?? '–' },
          { label: translate('roles.type'), value: translate(`roles.types.${type}`) },
          {
            label: translate('roles.state'),
            value: translate(`status.${is_active ? 'active' : 'inactive'}`),
          },
          {
            label: translate('roles.requires_second_factor'),
            value: translate(requires_second_factor ? 'roles.yes' : 'roles.no'),
          },
          { label: translate('roles.created'), value: <When at={created_at} absolute /> },
          { label: translate('roles.updated'), value: <When at={updated_at} absolute /> },
        ]}
      />
    </Section>
  )
}
