import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { PartError, reloadIfServed } from '../api/parts.ts'
import { Retry } from './Retry.tsx'

const Unloaded = ({ error }: { error: unknown }) => {
  if (!(error instanceof PartError)) throw error
  return <Retry error={error} retry={reloadIfServed} />
}

/** Around what is loaded when it is shown, within a page: tells in its place that it could not be. */
export const PartBoundary = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary FallbackComponent={Unloaded}>{children}</ErrorBoundary>
)
