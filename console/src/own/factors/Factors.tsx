import { Box, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { FingerprintPattern, Pencil, RefreshCw, ShieldAlert, Smartphone, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { keepEnrolment } from '../../api/enrolment.ts'
import { whyPasskeysOff } from '../../api/passkeys.ts'
import { useServiceFacts } from '../../api/service.ts'
import { type Factor, FactorAction, FactorTable } from '../../features/factors/FactorTable.tsx'
import { ownFactorsQuery } from '../../features/factors/ownFactors.ts'
import { CommandButton } from '../../ui/CommandButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { Section } from '../../ui/Section.tsx'
import { SettingLine } from '../SettingLine.tsx'
import type { User } from '../user.ts'
import { AddApp } from './AddApp.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { NewRecoveryCodes } from './NewRecoveryCodes.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RemoveFactor } from './RemoveFactor.tsx'
import { RenameFactor } from './RenameFactor.tsx'

/** The dialog on show. */
type Open =
  | { what: 'app' | 'passkey' | 'new-codes' }
  | { what: 'rename' | 'remove'; factor: Factor }
  | { what: 'codes'; codes: string[] }

/** What signing in asks for beside the password. */
export const Factors = ({ user }: { user: User }) => {
  const translate = useTranslate()
  const query = useQuery(ownFactorsQuery)
  const { data } = query
  const [open, setOpen] = useState<Open>()
  const hasDialog = open !== undefined
  useEffect(() => (hasDialog ? keepEnrolment() : undefined), [hasDialog])
  const unverified = user.email_verified_at === null ? translate('own.factors.unverified') : undefined
  return (
    <Section title={translate('factors.title')} hint={translate('own.factors.hint')} flush>
      {!data && <RetryQuery query={query} />}
      {data?.factors.length === 0 && (
        <EmptyState icon={ShieldAlert} title={translate('own.factors.none')}>
          {unverified ?? translate('own.factors.none_hint')}
        </EmptyState>
      )}
      {data && data.factors.length > 0 && (
        <>
          <FactorTable
            factors={data.factors}
            actions={(factor) => (
              <>
                <FactorAction
                  icon={Pencil}
                  label="own.factors.rename_name"
                  factor={factor}
                  onClick={() => setOpen({ what: 'rename', factor })}
                />
                <FactorAction
                  icon={Trash2}
                  label="factors.remove_name"
                  factor={factor}
                  onClick={() => setOpen({ what: 'remove', factor })}
                />
              </>
            )}
          />
          <Box sx={{ px: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
            <SettingLine
              label={translate('factors.recovery_codes')}
              value={translate('factors.left', { smart_count: data.recovery_codes_left })}
            >
              <CommandButton
                variant="outlined"
                icon={RefreshCw}
                command="own.codes.renew"
                onClick={() => setOpen({ what: 'new-codes' })}
              >
                {translate('own.codes.renew')}
              </CommandButton>
            </SettingLine>
          </Box>
        </>
      )}
      {data && <AddButtons unverified={unverified} onAdd={(what) => setOpen({ what })} />}
      {open && <OpenDialog open={open} setOpen={setOpen} user={user} isLast={data?.factors.length === 1} />}
    </Section>
  )
}

interface AddButtonsProps {
  /** Why none can be added yet. */
  unverified: string | undefined
  onAdd: (what: 'app' | 'passkey') => void
}

const AddButtons = ({ unverified, onAdd }: AddButtonsProps) => {
  const translate = useTranslate()
  const { data: facts } = useServiceFacts()
  const off = facts && whyPasskeysOff(facts)
  return (
    <Stack
      direction="row"
      useFlexGap
      sx={{ flexWrap: 'wrap', gap: 1, px: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}
    >
      {facts && !off && (
        <CommandButton
          variant="outlined"
          icon={FingerprintPattern}
          command="own.passkey.add"
          words={translate('own.passkey.words')}
          reason={unverified}
          onClick={() => onAdd('passkey')}
        >
          {translate('own.passkey.add')}
        </CommandButton>
      )}
      <CommandButton
        variant="outlined"
        icon={Smartphone}
        command="own.app.add"
        words={translate('own.app.words')}
        reason={unverified}
        onClick={() => onAdd('app')}
      >
        {translate('own.app.add')}
      </CommandButton>
      {off && (
        <Typography variant="caption" color="textSecondary" sx={{ width: '100%' }}>
          {translate(`passkeys.${off}`, { origin: facts.session_origin })}
        </Typography>
      )}
    </Stack>
  )
}

interface OpenProps {
  open: Open
  setOpen: (open: Open | undefined) => void
  user: User
  /** The account has one factor. */
  isLast: boolean
}

const OpenDialog = ({ open, setOpen, user, isLast }: OpenProps) => {
  const close = () => setOpen(undefined)
  const added = (codes: string[] | null) => setOpen(codes ? { what: 'codes', codes } : undefined)
  switch (open.what) {
    case 'app':
      return <AddApp onAdded={added} onClose={close} />
    case 'passkey':
      return <AddPasskey onAdded={added} onClose={close} />
    case 'rename':
      return <RenameFactor factor={open.factor} onClose={close} />
    case 'remove':
      return <RemoveFactor factor={open.factor} isLast={isLast} onClose={close} />
    case 'new-codes':
      return <NewRecoveryCodes onMade={(codes) => setOpen({ what: 'codes', codes })} onClose={close} />
    case 'codes':
      return <RecoveryCodes codes={open.codes} user={user} onClose={close} />
  }
}
