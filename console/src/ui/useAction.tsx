import { Button, SnackbarContent } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCloseNotification, useNotify, useTranslate } from 'react-admin'
import { refetchAll } from '../api/refetch.ts'
import { refusalOf } from './refusal.ts'

/** The notification after the action. */
export interface Done {
  message: string
  /** Reverts the action; offered for a few seconds. */
  undo?: (() => Promise<unknown>) | undefined
}

interface Action<A extends unknown[]> {
  busy: boolean
  /** The last error, if the caller shows it. */
  error: unknown
  /** Resolves to whether the action succeeded. */
  run: (...args: A) => Promise<boolean>
  forget: () => void
}

const UNDO_MS = 10_000

/** Closes the current notification: otherwise the next one waits until it expires. */
let closeLast: (() => void) | undefined

/** A button's action, one run at a time. Afterwards it refetches queries and shows a notification or the error. */
export function useAction<A extends unknown[]>(
  act: (...args: A) => Promise<Done | undefined>,
  { keepsError = false }: { keepsError?: boolean } = {},
): Action<A> {
  const notifier = useNotifier()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const running = useRef(false)
  const run = async (...args: A) => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setError(undefined)
    try {
      const done = await act(...args)
      if (done) notifier.done(done)
      return true
    } catch (refusal) {
      if (keepsError) setError(refusal)
      else notifier.refused(refusal)
      return false
    } finally {
      running.current = false
      setBusy(false)
      // Also after an error: stale data may have caused it.
      void refetchAll(queries)
    }
  }
  return { busy, error, run, forget: useCallback(() => setError(undefined), []) }
}

interface Tell {
  done: (done: Done) => void
  refused: (error: unknown) => void
}

export function useNotifier(): Tell {
  const notify = useNotify()
  const translate = useTranslate()
  const queries = useQueryClient()
  const refused = (error: unknown) => {
    const { messages, next } = refusalOf(error)
    closeLast?.()
    notify([...messages, next && translate(next)].filter(Boolean).join(' '), {
      type: 'error',
      autoHideDuration: UNDO_MS,
      multiLine: true,
    })
  }
  const done = ({ message, undo }: Done) => {
    const takeBack = async () => {
      try {
        await undo?.()
        notify('ui.undone', { type: 'info' })
      } catch (error) {
        refused(error)
      }
      void refetchAll(queries)
    }
    closeLast?.()
    notify(<ActionNotification message={message} takeBack={undo && takeBack} />, {
      type: 'info',
      autoHideDuration: undo ? UNDO_MS : 4_000,
    })
  }
  return { done, refused }
}

const ActionNotification = ({
  message,
  takeBack,
}: {
  message: string
  takeBack: (() => void) | undefined
}) => {
  const translate = useTranslate()
  const close = useCloseNotification()
  useEffect(() => {
    closeLast = close
    return () => {
      if (closeLast === close) closeLast = undefined
    }
  }, [close])
  const onClick = () => {
    close()
    takeBack?.()
  }
  return (
    <SnackbarContent
      message={message}
      action={
        takeBack && (
          <Button size="small" color="inherit" onClick={onClick} sx={{ color: 'inherit', fontWeight: 650 }}>
            {translate('ra.action.undo')}
          </Button>
        )
      }
    />
  )
}
