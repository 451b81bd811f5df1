import { Stack } from '@mui/material'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { client } from '../api/session.ts'
import { useAction } from '../features/mutations/useAction.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Field } from '../ui/Field.tsx'
import { isBuiltIn, type Role } from './role.ts'

/** Makes a role with the same permissions, and opens it. */
export const DuplicateRole = ({ role, onClose }: { role: Role; onClose: () => void }) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const [name, setName] = useState(() => translate('roles.duplicate.name', { name: role.name }))
  const duplication = useAction(
    async () => {
      const copy = await client.roles.duplicate(role.id, { name: name.trim() })
      onClose()
      navigate(`/roles/${copy.id}`)
      return { message: translate('roles.duplicate.done', { name: copy.name }) }
    },
    { keepsError: true },
  )
  const taken = (duplication.error as { fields?: Record<string, string> } | null)?.fields?.name
  const change = (text: string) => {
    setName(text)
    duplication.forget()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !duplication.busy) void duplication.run()
  }
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (taken !== undefined) input.current?.focus()
  }, [taken])
  return (
    <ConfirmDialog
      open
      title={translate('roles.duplicate.title', { name: role.name })}
      confirm={translate('roles.duplicate.confirm')}
      tone="primary"
      busy={duplication.busy}
      hasField
      isReady={name.trim() !== ''}
      error={taken === undefined ? duplication.error : null}
      onConfirm={() => void duplication.run()}
      onClose={onClose}
    >
      <Stack component="form" onSubmit={onSubmit} sx={{ gap: 2, pt: 1 }}>
        <span>{translate(isBuiltIn(role) ? 'roles.duplicate.lead_built_in' : 'roles.duplicate.lead')}</span>
        <Field
          label={translate('roles.name')}
          value={name}
          onChange={change}
          fault={taken}
          inputRef={input}
          autoFocus
          isSelected
          required
        />
      </Stack>
    </ConfirmDialog>
  )
}
