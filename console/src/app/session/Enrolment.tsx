import { Box, Button, Dialog, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { useLogout, useTranslate } from 'react-admin'
import { ErrorBoundary } from 'react-error-boundary'
import { enrolment } from '../../api/enrolment.ts'
import { meQuery, useMe } from '../../api/me.ts'
import { useChange } from '../../api/useChange.ts'
import { ownFactorsQuery } from '../../features/factors/ownFactors.ts'
import { useAccountPreferences } from '../../features/preferences/usePreferences.ts'
import { firstFactor as FirstFactor } from '../../own/index.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { Section } from '../../ui/Section.tsx'
import { discardUnsaved, hasUnsavedChanges } from '../../ui/unsavedChanges.ts'
import { useSubmission } from '../../ui/useSubmission.ts'
import { Wordmark } from '../../ui/Wordmark.tsx'
import { Broken } from '../shell/states.tsx'
import { SecondFactorFields } from './SecondFactorFields.tsx'
import { useOwnProof } from './useOwnProof.ts'

interface Props {
  /** A page is open, and stays. */
  isAbove: boolean
}

/** Leads a user whom a policy covers to a second factor, before anything else. */
export const Enrolment = ({ isAbove }: Props) => {
  const translate = useTranslate()
  const id = useId()
  useAccountPreferences()
  // The factor may be added in another window, and the policy may end.
  const { data: me, refetch } = useQuery({ ...meQuery, refetchOnWindowFocus: 'always' })
  const isKnown = me?.must_enrol_second_factor
  useEffect(() => {
    // A refusal has told of the policy: it may have begun after the last answer.
    if (!isKnown) void refetch()
  }, [isKnown, refetch])
  const title = translate('app.enrolment.title')
  return (
    <Surround isAbove={isAbove} titleId={id} title={title}>
      <Typography id={id} variant="h1">
        {title}
      </Typography>
      <ErrorBoundary FallbackComponent={Broken}>
        <Suspense fallback={<Loading />}>
          <Step isAbove={isAbove} />
        </Suspense>
      </ErrorBoundary>
    </Surround>
  )
}

/** Proves the factor that the account has, or adds one. */
const Step = ({ isAbove }: Props) => {
  const translate = useTranslate()
  const { user } = useMe()
  const query = useQuery(ownFactorsQuery)
  // The first factor is among the others before its recovery codes are read.
  const hasDialog = useSyncExternalStore(enrolment.subscribe, enrolment.hasDialog)
  const { data } = query
  if (!data) return query.error ? <RetryQuery query={query} /> : <Loading />
  const isProof = data.factors.length > 0 && !hasDialog
  const isUnverified = 'email_verified_at' in user && user.email_verified_at === null
  const next = isProof ? 'next_prove' : isAbove ? 'next_above' : 'next'
  return (
    <>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 3 }}>
        {translate('app.enrolment.why')} {translate(`app.enrolment.${next}`)}
        {!isProof && isUnverified && ` ${translate('app.enrolment.verify')}`}
      </Typography>
      {isProof ? <ProveFactor /> : <FirstFactor />}
    </>
  )
}

/** For a session that began before the account had its factor. */
const ProveFactor = () => {
  const translate = useTranslate()
  const change = useChange()
  const { isReady, isPasskey, ways, input, field, prove } = useOwnProof()
  const labels = {
    code: translate('app.session.code'),
    recovery_code: translate('app.session.recovery_code'),
  }
  const { busy, error, fieldOf, onSubmit } = useSubmission(() => change(prove), labels)
  if (!isReady) return <Loading />
  return (
    <Section title={translate('app.enrolment.prove')} hint={translate('app.enrolment.prove_hint')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack sx={{ gap: 2, pt: 1, maxWidth: 360 }}>
          <RefusalNotice error={error} />
          <SecondFactorFields ways={ways} input={input} fault={fieldOf(field).fault} busy={busy} />
          <Button type="submit" variant="contained" loading={busy} sx={{ alignSelf: 'start' }}>
            {translate(isPasskey ? 'app.session.passkey' : 'app.enrolment.confirm')}
          </Button>
        </Stack>
      </form>
    </Section>
  )
}

interface SurroundProps extends Props {
  titleId: string
  title: string
  children: ReactNode
}

/** A page without a menu; above an open page, a dialog as large as the window. */
const Surround = ({ isAbove, titleId, title, children }: SurroundProps) => {
  const content = (
    <>
      <Box
        component={isAbove ? 'div' : 'header'}
        sx={{
          display: 'flex',
          flex: 'none',
          alignItems: 'center',
          justifyContent: 'space-between',
          height: 52,
          px: { xs: 2, md: 4 },
          borderBottom: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        }}
      >
        <Wordmark />
        <SignOut />
      </Box>
      <Box
        component={isAbove ? 'div' : 'main'}
        tabIndex={-1}
        sx={{ width: '100%', maxWidth: 760, mx: 'auto', px: 2, py: { xs: 3, md: 5 }, outline: 'none' }}
      >
        {children}
      </Box>
    </>
  )
  if (isAbove)
    return (
      <Dialog
        open
        fullScreen
        aria-labelledby={titleId}
        slotProps={{ paper: { sx: { bgcolor: 'background.default', border: 0, borderRadius: 0 } } }}
      >
        {content}
      </Dialog>
    )
  return (
    <Box sx={{ minHeight: '100dvh', bgcolor: 'background.default' }}>
      <title>{`${title} · Rolecall`}</title>
      {content}
    </Box>
  )
}

const SignOut = () => {
  const translate = useTranslate()
  const logout = useLogout()
  const [isAsking, setAsking] = useState(false)
  const signOut = () => {
    discardUnsaved()
    void logout(undefined, undefined, false)
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<LogOut size={16} />}
        onClick={() => (hasUnsavedChanges() ? setAsking(true) : signOut())}
      >
        {translate('app.user_menu.sign_out')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={translate('ui.unsaved.title')}
        confirm={translate('ui.unsaved.leave')}
        cancel={translate('ui.unsaved.stay')}
        onConfirm={signOut}
        onClose={() => setAsking(false)}
      >
        {translate('ui.unsaved.text')}
      </ConfirmDialog>
    </>
  )
}
