import { Button, SnackbarContent } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCloseNotification, useNotify, useTranslate } from 'react-admin'
import { refusalOf } from './refusal.ts'

/** What is told after it is done. */
export interface Done {
  message: string
  /** Takes it back; offered for some seconds. */
  undo?: (() => Promise<unknown>) | undefined
}

interface Action<A extends unknown[]> {
  busy: boolean
  /** The last refusal, where the caller shows it. */
  error: unknown
  /** Resolves to whether it was done. */
  run: (...args: A) => Promise<boolean>
  forget: () => void
}

const UNDO_MS = 10_000

/** Of the notice that is shown: the next would wait until it has gone by itself. */
let closeLast: (() => void) | undefined

/** What a button does: once at a time, then what is shown is read anew and told; a refusal is told in words. */
export function useAction<A extends unknown[]>(
  act: (...args: A) => Promise<Done | undefined>,
  { keepsError = false }: { keepsError?: boolean } = {},
): Action<A> {
  const tell = useTell()
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
      if (done) tell.done(done)
      return true
    } catch (refusal) {
      if (keepsError) setError(refusal)
      else tell.refused(refusal)
      return false
    } finally {
      running.current = false
      setBusy(false)
      // After a refusal too: what was shown may be what was wrong.
      void queries.invalidateQueries()
    }
  }
  return { busy, error, run, forget: useCallback(() => setError(undefined), []) }
}

interface Tell {
  done: (done: Done) => void
  refused: (error: unknown) => void
}

export function useTell(): Tell {
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
      void queries.invalidateQueries()
    }
    closeLast?.()
    notify(<Told message={message} takeBack={undo && takeBack} />, {
      type: 'info',
      autoHideDuration: undo ? UNDO_MS : 4_000,
    })
  }
  return { done, refused }
}

const Told = ({ message, takeBack }: { message: string; takeBack: (() => void) | undefined }) => {
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
