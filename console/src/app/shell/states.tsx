import { Box, Button } from '@mui/material'
import { Compass, Lock, type LucideIcon, PlugZap, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLogout, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { PartError, reloadIfServed } from '../../api/parts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { Retry } from '../../ui/Retry.tsx'

const Home = () => {
  const translate = useTranslate()
  return (
    <Button component={Link} to="/" variant="outlined">
      {translate('app.states.home')}
    </Button>
  )
}

/** Shown instead of a page: why, and a link back. */
const NoPage = ({ icon, texts }: { icon: LucideIcon; texts: string }) => {
  const translate = useTranslate()
  return (
    <>
      <PageHeader title={translate(`${texts}.title`)} />
      <EmptyState icon={icon} title={translate(`${texts}.lead`)} action={<Home />}>
        {translate(`${texts}.text`)}
      </EmptyState>
    </>
  )
}

export const NotFound = () => <NoPage icon={Compass} texts="app.states.not_found" />

export const AccessDenied = () => <NoPage icon={Lock} texts="app.states.denied" />

interface FailureProps {
  icon: LucideIcon
  title: string
  retry: () => void
  /** The button beside the retry. */
  other: ReactNode
  children: ReactNode
}

/** What went wrong, in place of a page. */
const Failure = ({ icon, title, retry, other, children }: FailureProps) => {
  const translate = useTranslate()
  const actions = (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <Button variant="contained" onClick={retry}>
        {translate('ui.try_again')}
      </Button>
      {other}
    </Box>
  )
  return (
    <>
      <title>{`${title} · Rolecall`}</title>
      <EmptyState isPage icon={icon} title={title} action={actions}>
        {children}
      </EmptyState>
    </>
  )
}

/** A crash of one page. The rest of the console keeps working. */
export const Broken = ({
  error,
  resetErrorBoundary,
}: {
  error: unknown
  resetErrorBoundary: (...args: unknown[]) => void
}) => {
  const translate = useTranslate()
  if (error instanceof PartError) return <Unloaded error={error} />
  return (
    <Failure
      icon={TriangleAlert}
      title={translate('app.states.broken.title')}
      retry={() => resetErrorBoundary()}
      other={<Home />}
    >
      {translate('app.states.broken.text')}
      <Box component="code" sx={{ display: 'block', mt: 1 }}>
        {error instanceof Error ? error.message : String(error)}
      </Box>
    </Failure>
  )
}

/** A page whose scripts could not be loaded. The rest of the console keeps working. */
const Unloaded = ({ error }: { error: unknown }) => {
  const translate = useTranslate()
  return (
    <>
      <PageHeader title={translate('app.states.unloaded.title')} />
      <Retry error={error} retry={reloadIfServed} />
    </>
  )
}

/** Shown if the service cannot say who is signed in: no page renders without that. */
export const Unreachable = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const translate = useTranslate()
  const logout = useLogout()
  return (
    <Box
      component="main"
      sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', bgcolor: 'background.default' }}
    >
      <Failure
        icon={PlugZap}
        title={translate('app.states.unreachable.title')}
        retry={retry}
        other={
          <Button variant="outlined" onClick={() => logout()}>
            {translate('app.user_menu.sign_out')}
          </Button>
        }
      >
        <RefusalNotice error={error} />
      </Failure>
    </Box>
  )
}
