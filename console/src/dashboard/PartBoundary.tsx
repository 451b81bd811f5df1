import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { PartError, reloadIfServed } from '../api/parts.ts'
import { Retry } from '../ui/Retry.tsx'

const Unloaded = ({ error }: { error: unknown }) => {
  if (!(error instanceof PartError)) throw error
  return <Retry error={error} retry={reloadIfServed} />
}

/** Error boundary for a lazily loaded part of a page: shows the load error in its place. */
export const PartBoundary = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary FallbackComponent={Unloaded}>{children}</ErrorBoundary>
)
