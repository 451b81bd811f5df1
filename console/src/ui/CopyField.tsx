import { Button, Stack, TextField } from '@mui/material'
import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslate } from 'react-admin'

interface Props {
  label: string
  value: string
}

/** A read-only text with a copy button. */
export const CopyField = ({ label, value }: Props) => {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    input.current?.select()
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      // No permission or no TLS: the text is selected, so Ctrl+C works.
    }
  }
  const Icon = isCopied ? Check : Copy
  return (
    <Stack direction="row" sx={{ gap: 1 }}>
      <TextField
        label={label}
        fullWidth
        value={value}
        inputRef={input}
        onFocus={(event) => event.target.select()}
        slotProps={{
          htmlInput: { readOnly: true, spellCheck: false },
        }}
        sx={{ '& input': { fontFamily: 'monospace' } }}
      />
      <Button
        variant="outlined"
        startIcon={<Icon size={16} />}
        onClick={() => void copy()}
        sx={{ flex: 'none' }}
      >
        {translate(isCopied ? 'ui.copied' : 'ui.copy')}
      </Button>
    </Stack>
  )
}
