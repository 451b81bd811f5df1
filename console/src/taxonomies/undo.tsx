import { Button, Snackbar } from '@mui/material'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { RefusalNotice } from '../ui/RefusalNotice.tsx'

/** A notification and its undo. */
export interface Done {
  text: string
  undo?: (() => Promise<unknown>) | undefined
}

interface Undo {
  notify: (done: Done) => void
  undo: () => void
  fail: (error: unknown) => void
}

const Context = createContext<Undo | undefined>(undefined)
const SHOWN_MS = 10_000

export function useUndo(): Undo {
  const undo = useContext(Context)
  if (!undo) throw new Error('useUndo is for what stands within an UndoProvider.')
  return undo
}

/** Shows notifications with undo, for as long as they are visible. */
export const UndoProvider = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate()
  const [done, setDone] = useState<Done & { at: number }>()
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<unknown>()
  const latest = useRef<Done>(undefined)
  const notify = useCallback((next: Done) => {
    latest.current = next
    setError(undefined)
    setDone({ ...next, at: Date.now() })
    setOpen(true)
  }, [])
  const undo = useCallback(() => {
    const { undo: act } = latest.current ?? {}
    if (!act) return
    latest.current = undefined
    setOpen(false)
    act().catch(setError)
  }, [])
  const value = useMemo(() => ({ notify, undo, fail: setError }), [notify, undo])
  return (
    <Context value={value}>
      {children}
      <Snackbar
        key={done?.at}
        open={isOpen}
        onClose={(_, reason) => {
          if (reason === 'clickaway') return
          setOpen(false)
          latest.current = undefined
        }}
        autoHideDuration={SHOWN_MS}
        message={done?.text}
        action={
          done?.undo && (
            <Button onClick={undo} sx={{ color: 'inherit', textDecoration: 'underline' }}>
              {translate('taxonomies.undo')}
            </Button>
          )
        }
        slotProps={{ content: { role: 'status' } }}
      />
      <Snackbar open={error !== undefined} onClose={() => setError(undefined)} anchorOrigin={TOP}>
        <div>
          <RefusalNotice
            error={error}
            action={
              <Button color="inherit" onClick={() => setError(undefined)}>
                {translate('ra.action.close')}
              </Button>
            }
          />
        </div>
      </Snackbar>
    </Context>
  )
}

const TOP = { vertical: 'top', horizontal: 'center' } as const
