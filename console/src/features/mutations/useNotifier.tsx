import { Button, SnackbarContent } from '@mui/material'
import { useEffect, useMemo } from 'react'
import { useCloseNotification, useNotify, useTranslate } from 'react-admin'
import { type ChangeOptions, useChange } from '../../api/useChange.ts'
import { isStale, refusalOf } from '../../ui/refusal.ts'

/** The notification after a change. */
export interface Done {
  message: string
  /** Reverts the change; offered for as long as the notification is visible. */
  undo?: (() => Promise<unknown>) | undefined
  /** The notification after the undo. */
  undone?: string
  /** The undo runs in the same scope as the change. */
  inTurn?: Pick<ChangeOptions, 'scope' | 'waits'>
}

interface Notifier {
  /** @returns whether the undo is still offered, for changes that continue this one */
  done: (done: Done) => () => boolean
  refused: (error: unknown) => void
  /** Runs the undo of the last notification, if it has one. */
  undo: () => void
}

const SHOWN_MS = 4_000
const UNDO_MS = 10_000

interface Note {
  undo: (() => void) | undefined
}

/**
 * The last notification, and how to close the visible one. React-admin shows one at a time: without this, each would wait until
 * the one before it expires.
 */
let last: Note | undefined
let closeVisible: (() => void) | undefined

function replaceLast(note: Note | undefined): void {
  last = note
  closeVisible?.()
}

/** Tells users what a change did, and undoes it. */
export function useNotifier(): Notifier {
  const notify = useNotify()
  const translate = useTranslate()
  const change = useChange()
  return useMemo(() => {
    const show = (message: string, takeBack?: () => Promise<void>) => {
      const note: Note = { undo: takeBack && (() => void takeBack()) }
      replaceLast(note)
      notify(<Notification message={message} note={note} />, {
        type: 'info',
        autoHideDuration: takeBack ? UNDO_MS : SHOWN_MS,
        // A click elsewhere neither closes the notification nor ends the undo.
        onClose: (_event: unknown, reason: string) => reason !== 'clickaway' && closeVisible?.(),
      })
      return note
    }
    const refused = (error: unknown) => {
      const { messages, next } = refusalOf(error)
      // What the page shows has been refetched.
      const advice = isStale(error) ? 'mutations.stale' : next
      replaceLast(undefined)
      notify([...messages, advice && translate(advice)].filter(Boolean).join(' '), {
        type: 'error',
        autoHideDuration: UNDO_MS,
        multiLine: true,
      })
    }
    const done = ({ message, undo, undone, inTurn }: Done) => {
      const takeBack = async (act: () => Promise<unknown>) => {
        replaceLast(undefined)
        try {
          await change(act, { ...inTurn, refetchesOnError: true })
          show(undone ?? translate('mutations.undone'))
        } catch (error) {
          refused(error)
        }
      }
      const note = show(message, undo && (() => takeBack(undo)))
      return () => last === note
    }
    return { done, refused, undo: () => last?.undo?.() }
  }, [notify, translate, change])
}

const Notification = ({ message, note }: { message: string; note: Note }) => {
  const translate = useTranslate()
  const close = useCloseNotification()
  useEffect(() => {
    closeVisible = close
    // Another notification followed while this one was queued.
    if (last !== note) close()
    return () => {
      if (closeVisible === close) closeVisible = undefined
      if (last === note) last = undefined
    }
  }, [close, note])
  return (
    <SnackbarContent
      role="status"
      message={message}
      action={
        note.undo && (
          <Button
            size="small"
            color="inherit" // While it fades out, another notification has taken its place.
            onClick={() => last === note && note.undo?.()}
            sx={{ color: 'inherit', fontWeight: 650 }}
          >
            {translate('ra.action.undo')}
          </Button>
        )
      }
    />
  )
}
