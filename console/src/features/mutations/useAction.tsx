import { type MutationMeta, useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Done, useNotifier } from './useNotifier.tsx'

interface Action<A> {
  busy: boolean
  /** The last error, if the caller shows it. */
  error: unknown
  /** Resolves to whether the action succeeded. */
  run: (input: A) => Promise<boolean>
  forget: () => void
}

interface Options extends Pick<MutationMeta, 'isGone' | 'waits' | 'changesNothing'> {
  /** The caller shows the error; otherwise, and if the caller is gone by then, a notification does. */
  keepsError?: boolean
  /** Changes of the same scope run one after the other. */
  scope?: string
}

/** A change: one run at a time, with a notification of its success or error. `api/changes.ts` refetches what is shown. */
export function useAction<A = void>(
  // biome-ignore lint/suspicious/noConfusingVoidType: a change without a notification returns nothing.
  act: (input: A) => Promise<Done | undefined | void>,
  { keepsError = false, scope, ...meta }: Options = {},
): Action<A> {
  const notifier = useNotifier()
  const running = useRef(false)
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: act,
    ...(scope !== undefined && { scope: { id: scope } }),
    meta: { ...meta, refetchesOnError: true },
    onSuccess: (done) => {
      if (done) notifier.done({ ...done, inTurn: { scope, waits: meta.waits } })
    },
    onError: (refusal) => {
      // The dialog may have been closed meanwhile, or the page left.
      if (!keepsError || !isThere.current) notifier.refused(refusal)
    },
  })
  const run = async (input: A) => {
    if (running.current) return false
    running.current = true
    try {
      await mutateAsync(input)
      return true
    } catch {
      return false
    } finally {
      running.current = false
    }
  }
  return { busy: isPending, error: keepsError ? error : null, run, forget: reset }
}
