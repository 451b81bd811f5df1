import { Button, SnackbarContent } from '@mui/material'
import { type MutationMeta, useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useCloseNotification, useNotify, useTranslate } from 'react-admin'
import { refusalOf } from './refusal.ts'
import { useChange } from './useChange.ts'

/** The notification after the action. */
export interface Done {
  message: string
  /** Reverts the action; offered for a few seconds. */
  undo?: (() => Promise<unknown>) | undefined
}

interface Action<A> {
  busy: boolean
  /** The last error, if the caller shows it. */
  error: unknown
  /** Resolves to whether the action succeeded. */
  run: (input: A) => Promise<boolean>
  forget: () => void
}

const UNDO_MS = 10_000

/** Closes the current notification: otherwise the next one waits until it expires. */
let closeLast: (() => void) | undefined

interface Options extends Pick<MutationMeta, 'isGone' | 'waits'> {
  /** The caller shows the error; otherwise a notification does. */
  keepsError?: boolean
}

/** A change: one run at a time, with a notification of its success or error. `api/changes.ts` refetches what is shown. */
export function useAction<A = void>(
  act: (input: A) => Promise<Done | undefined>,
  { keepsError = false, ...meta }: Options = {},
): Action<A> {
  const notifier = useNotifier()
  const running = useRef(false)
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: act,
    meta,
    onSuccess: (done) => {
      if (done) notifier.done(done)
    },
    onError: (refusal) => {
      if (!keepsError) notifier.refused(refusal)
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

interface Tell {
  done: (done: Done) => void
  refused: (error: unknown) => void
}

export function useNotifier(): Tell {
  const notify = useNotify()
  const translate = useTranslate()
  const change = useChange()
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
        if (undo) await change(undo)
        notify('ui.undone', { type: 'info' })
      } catch (error) {
        refused(error)
      }
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
