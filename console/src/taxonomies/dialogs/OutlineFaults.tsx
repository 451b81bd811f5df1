import { Alert, Button } from '@mui/material'
import { RolecallError } from '@rolecall/client'
import type { RefObject } from 'react'
import { useTranslate } from 'react-admin'

interface Fault {
  line: number
  message: string
}

/** The faulty lines that a refusal names. */
export const faultsOf = (error: unknown): Fault[] =>
  error instanceof RolecallError
    ? error.details.flatMap(({ field, message }) => {
        const [, line] = /^outline\.(\d+)$/.exec(field) ?? []
        return line === undefined ? [] : { line: Number(line), message }
      })
    : []

interface Props {
  faults: Fault[]
  input: RefObject<HTMLTextAreaElement | null>
}

/** Faulty lines; each button selects its line in the text. */
export const OutlineFaults = ({ faults, input }: Props) => {
  const translate = useTranslate()
  return (
    <Alert severity="error" role="alert" sx={{ '& .MuiAlert-message': { minWidth: 0 } }}>
      {faults.map(({ line, message }) => (
        <Button
          key={`${line} ${message}`}
          color="inherit"
          onClick={() => select(input.current, line)}
          aria-label={`${message} ${translate('taxonomies.outline.go_to')}`}
          sx={{
            display: 'block',
            textAlign: 'left',
            p: 0,
            minHeight: 0,
            fontWeight: 400,
            textDecoration: 'underline',
          }}
        >
          {message}
        </Button>
      ))}
    </Alert>
  )
}

function select(input: HTMLTextAreaElement | null, line: number): void {
  if (!input) return
  const lines = input.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0)
  input.focus()
  input.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  input.scrollTop = (input.scrollHeight / lines.length) * Math.max(0, line - 3)
}
