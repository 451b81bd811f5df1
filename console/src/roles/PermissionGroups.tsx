import { Alert, Box, Button, Checkbox, FormControlLabel, Stack, Typography } from '@mui/material'
import { Lock, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import type { PermissionBrief, RoleBrief } from '../features/grants/grants.ts'
import { groupsOf, matching } from '../features/grants/groups.ts'
import type { Locks } from '../features/grants/locks.ts'
import type { Draft } from '../features/grants/useDraft.ts'
import { useToggle } from '../features/grants/useToggle.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { Section } from '../ui/Section.tsx'
import { usePageState } from '../ui/usePageState.ts'

const EVERYTHING = { q: '', held: '' }

interface Props {
  role: RoleBrief
  permissions: PermissionBrief[]
  draft: Draft
  locks: Locks
}

/** The permissions of a role, by module and section. */
export const PermissionGroups = ({ role, permissions, draft, locks }: Props) => {
  const translate = useTranslate()
  const [{ q: text, held }, set] = usePageState(EVERYTHING)
  const isHeldOnly = held !== ''
  const toggle = useToggle(draft, locks)
  const shown = useMemo(
    () =>
      matching(permissions, text).filter(
        (one) => !isHeldOnly || draft.holds(role, one) || draft.isChanged(role, one),
      ),
    [permissions, text, isHeldOnly, draft, role],
  )
  const [reason, names] = locks.ofRole(role) ?? []
  const tick = (name: string, own: PermissionBrief[], isGroup: boolean) => (
    <Tick {...{ role, draft, locks, name, isGroup }} permissions={own} onToggle={() => toggle(role, own)} />
  )
  return (
    <Stack sx={{ gap: 2 }}>
      {reason && reason !== 'grants.lock.built_in' && (
        <Alert severity="info" icon={<Lock size={16} />}>
          {translate(reason, names)}
        </Alert>
      )}
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
        <SearchInput
          label={translate('roles.search_permissions')}
          value={text}
          onChange={(q) => set({ q }, { replace: true })}
        />
        <FormControlLabel
          control={
            <Checkbox
              checked={isHeldOnly}
              onChange={() => set({ held: isHeldOnly ? '' : 'true' })}
              size="small"
            />
          }
          label={translate('roles.held_only')}
        />
      </Stack>
      {shown.length === 0 && <Nothing onClear={() => set(EVERYTHING)} />}
      {groupsOf(shown).map(({ module, permissions: own, sections }) => (
        // Modules outside the viewport are laid out when scrolled into view.
        <Box key={module} sx={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 320px' }}>
          <Section flush>
            <Box sx={{ px: 2, py: 0.5, bgcolor: 'background.default' }}>{tick(module, own, true)}</Box>
            {sections.map(({ section, permissions: some }) => (
              <Box key={section} sx={{ px: 2, py: 0.75, borderTop: 1, borderColor: 'divider' }}>
                {tick(section ?? translate('grants.no_section'), some, true)}
                <Box
                  sx={{
                    pl: 3.5,
                    display: 'grid',
                    gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(3, 1fr)' },
                  }}
                >
                  {some.map((permission) => (
                    <Box key={permission.id}>{tick(permission.name, [permission], false)}</Box>
                  ))}
                </Box>
              </Box>
            ))}
          </Section>
        </Box>
      ))}
    </Stack>
  )
}

const Nothing = ({ onClear }: { onClear: () => void }) => {
  const translate = useTranslate()
  return (
    <Section>
      <EmptyState
        icon={SearchX}
        title={translate('roles.no_permission')}
        action={
          <Button variant="outlined" onClick={onClear}>
            {translate('roles.clear')}
          </Button>
        }
      >
        {translate('roles.no_permission_text')}
      </EmptyState>
    </Section>
  )
}

interface TickProps extends Props {
  name: string
  isGroup: boolean
  onToggle: () => void
}

const Tick = ({ role, permissions, draft, locks, name, isGroup, onToggle }: TickProps) => {
  const tick = draft.tickOf(role, permissions)
  const [permission] = permissions
  const isChanged = !isGroup && permission !== undefined && draft.isChanged(role, permission)
  const isLocked = permissions.every((one) => locks.of(role, one) !== undefined)
  return (
    <FormControlLabel
      control={
        <Checkbox
          size="small"
          checked={tick === true}
          indeterminate={tick === 'mixed'}
          onChange={onToggle}
          // Not `disabled`: a click explains why it is locked.
          slotProps={{ input: { 'aria-disabled': isLocked } }}
          sx={{ opacity: isLocked ? 0.55 : 1 }}
        />
      }
      label={
        <Typography
          variant="body2"
          component="span"
          sx={{
            fontWeight: isGroup ? 600 : 400,
            ...(isChanged && { bgcolor: 'action.selected', borderRadius: 0.5, px: 0.5 }),
          }}
        >
          {name}
          {isGroup && (
            <Typography component="span" variant="caption" color="textSecondary" sx={{ ml: 0.75 }}>
              {permissions.filter((one) => draft.holds(role, one)).length}/{permissions.length}
            </Typography>
          )}
        </Typography>
      }
    />
  )
}
