import { Button, Chip, Stack } from '@mui/material'
import { X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { RolePicker } from '../features/grants/RolePicker.tsx'
import { findTerms } from '../features/terms/findTerms.ts'
import { EndsOn } from '../ui/EndsOn.tsx'
import { type PickerOption, RecordPicker } from '../ui/RecordPicker.tsx'

/** A role that is planned, until a day; empty for no end. */
export interface PlannedRole {
  role: PickerOption
  day: string
}

interface RolesProps {
  planned: readonly PlannedRole[]
  onChange: (planned: PlannedRole[]) => void
}

/** The roles that the invited get, each with its own end. Roles beyond the caller's reach are locked in the picker. */
export const PlannedRoles = ({ planned, onChange }: RolesProps) => {
  const translate = useTranslate()
  return (
    <Stack sx={{ gap: 1.5, pt: 0.5 }}>
      {planned.map(({ role, day }) => (
        <Stack key={role.id} direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Chip label={role.name} sx={{ minWidth: 120 }} />
          <EndsOn
            value={day}
            width={180}
            name={translate('invitations.role_ends', { role: role.name })}
            onChange={(next) =>
              onChange(planned.map((each) => (each.role.id === role.id ? { role, day: next } : each)))
            }
          />
          <Button
            startIcon={<X size={15} />}
            onClick={() => onChange(planned.filter((each) => each.role.id !== role.id))}
            aria-label={translate('invitations.remove', { name: role.name })}
          >
            {translate('ra.action.remove')}
          </Button>
        </Stack>
      ))}
      <RolePicker
        // Another one may be added.
        key={planned.length}
        value={null}
        onChange={(role) => role && onChange([...planned, { role, day: '' }])}
        label={translate('invitations.add_role')}
        hint={translate('invitations.roles_hint')}
        without={planned.map(({ role }) => role.id)}
      />
    </Stack>
  )
}

interface TermsProps {
  terms: readonly PickerOption[]
  onChange: (terms: PickerOption[]) => void
}

/** The terms that the invited get. */
export const PlannedTerms = ({ terms, onChange }: TermsProps) => {
  const translate = useTranslate()
  return (
    <Stack sx={{ gap: 1.5, pt: 0.5 }}>
      {terms.length > 0 && (
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
          {terms.map(({ id, name }) => (
            <Chip
              key={id}
              label={name}
              aria-label={translate('invitations.remove_term', { name })}
              onDelete={() => onChange(terms.filter((term) => term.id !== id))}
            />
          ))}
        </Stack>
      )}
      <RecordPicker
        key={terms.length}
        label={translate('invitations.add_term')}
        queryKey="terms"
        find={findTerms}
        value={null}
        onChange={(term) => term && onChange([...terms, term])}
        without={terms.map(({ id }) => id)}
      />
    </Stack>
  )
}
