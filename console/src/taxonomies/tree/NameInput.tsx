import { Box, InputBase, Popper } from '@mui/material'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { refusalText } from '../../ui/refusal.ts'
import { isNameTaken } from './taken.ts'

interface Props {
  label: string
  /** Error text for a name that is taken. */
  taken: string
  initial?: string
  /**
   * @param before the name when editing began
   * @throws the error, which is shown below the input
   */
  send: (name: string, before: string) => Promise<unknown>
  /** Called when editing ends. */
  onClose: () => void
  /** Stays open for the next name. */
  isRepeated?: boolean
}

/** Inline editing of a name: Enter submits, Escape cancels. */
export const NameInput = ({
  label,
  taken,
  initial: latest = '',
  send,
  onClose,
  isRepeated = false,
}: Props) => {
  const translate = useTranslate()
  const [initial] = useState(latest)
  const [name, setName] = useState(initial)
  const [fault, setFault] = useState<string>()
  /** Also once the name is saved: the input loses the focus as it closes. */
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const [box, setBox] = useState<HTMLElement | null>(null)
  const id = useId()

  const submit = async (isLeaving: boolean) => {
    const wanted = name.trim()
    if (isBusy) return
    if (wanted === '' || wanted === initial) return onClose()
    const isNextTyped = isRepeated && !isLeaving
    // Clear the input at once: the user types the next name while this one is sent.
    if (isNextTyped) setName('')
    else setBusy(true)
    setFault(undefined)
    try {
      await send(wanted, initial)
      if (!isNextTyped) onClose()
    } catch (error) {
      setFault(isNameTaken(error) ? taken : refusalText(error, translate))
      setName((typed) => typed || wanted)
      input.current?.focus()
      setBusy(false)
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    // Also keeps the tree's hotkeys from firing.
    event.stopPropagation()
    if (event.key === 'Enter') void submit(false)
    else onClose()
  }
  return (
    <Box ref={setBox} sx={{ flex: 1, minWidth: 0 }} onClick={(event) => event.stopPropagation()}>
      <InputBase
        inputRef={input}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => submit(true)}
        onFocus={(event) => event.target.select()}
        autoFocus
        fullWidth
        error={fault !== undefined}
        inputProps={{
          'aria-label': label,
          'aria-invalid': fault !== undefined,
          'aria-describedby': fault === undefined ? undefined : id,
          autoComplete: 'off',
          // What is typed now would be lost when the input closes.
          readOnly: isBusy,
          maxLength: 255,
        }}
        placeholder={label}
        sx={[INPUT, { outlineColor: fault === undefined ? 'primary.main' : 'error.main' }]}
      />
      {fault !== undefined && (
        <Fault id={id} below={box}>
          {fault}
        </Fault>
      )}
    </Box>
  )
}

const INPUT = {
  height: 28,
  px: 1,
  borderRadius: 0.75,
  bgcolor: 'background.paper',
  outline: '2px solid',
  '&&': { fontSize: '0.8125rem' },
} as const

/** Rendered outside the row, which clips its content and whose accessible name is the record's name. */
const Fault = ({ id, below, children }: { id: string; below: HTMLElement | null; children: string }) => (
  <Popper open anchorEl={below} placement="bottom-start" sx={{ zIndex: 'tooltip' }}>
    <Box
      id={id}
      role="alert"
      sx={{
        width: below?.clientWidth,
        mt: 0.5,
        px: 1,
        py: 0.5,
        borderRadius: 0.75,
        border: 1,
        borderColor: 'error.main',
        bgcolor: 'background.paper',
        color: 'error.main',
        fontSize: '0.75rem',
      }}
    >
      {children}
    </Box>
  </Popper>
)
