import { Button } from '@mui/material'
import { useCloseNotification, useNotify, useTranslate } from 'react-admin'
import { refusalOf } from './refusal.ts'

/** Long enough to read it, notice a mistake and reach the button. */
const SHOWN_MS = 10_000

const UndoButton = ({ onUndo }: { onUndo: () => void }) => {
  const translate = useTranslate()
  const close = useCloseNotification()
  return (
    <Button
      color="inherit"
      sx={{ color: 'inherit', textDecoration: 'underline' }}
      onClick={() => {
        close()
        onUndo()
      }}
    >
      {translate('ra.action.undo')}
    </Button>
  )
}

/** Tells what was refused, in words, where there is no room on the page for it. */
export function useRefused(): (error: unknown) => void {
  const notify = useNotify()
  const translate = useTranslate()
  return (error) => {
    const { messages, next } = refusalOf(error)
    notify([...messages, next && translate(next)].filter(Boolean).join(' '), {
      type: 'error',
      autoHideDuration: SHOWN_MS,
      multiLine: true,
    })
  }
}

/**
 * Tells what was done, with a button that takes it back by another call.
 * @returns `tell(text, undo)`; without `undo` it tells alone
 */
export function useUndoNotice(): (text: string, undo?: () => Promise<unknown>) => void {
  const notify = useNotify()
  const refused = useRefused()
  return (text, undo) =>
    notify(text, {
      type: 'info',
      ...(undo && {
        autoHideDuration: SHOWN_MS,
        action: <UndoButton onUndo={() => undo().catch(refused)} />,
      }),
    })
}
