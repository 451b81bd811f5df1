import { Copy, Scale } from 'lucide-react'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { DuplicateRole } from './DuplicateRole.tsx'
import type { Role } from './role.ts'

/** Comparing and duplicating a role. @param beyond why the caller may not grant what the role grants */
export const RoleActions = ({ role, beyond }: { role: Role; beyond: string | undefined }) => {
  const translate = useTranslate()
  const may = useMay()
  const [isDuplicating, setDuplicating] = useState(false)
  return (
    <>
      {may('roles', 'grants') && (
        <CommandButton icon={Scale} component={Link} to={`/roles/compare?ids=${role.id}`} variant="outlined">
          {translate('roles.compare.button')}
        </CommandButton>
      )}
      {may('roles', 'duplicate') && (
        <CommandButton icon={Copy} reason={beyond} variant="outlined" onClick={() => setDuplicating(true)}>
          {translate('roles.duplicate.button')}
        </CommandButton>
      )}
      {isDuplicating && <DuplicateRole role={role} onClose={() => setDuplicating(false)} />}
    </>
  )
}
