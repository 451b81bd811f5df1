import { Alert, Box, Button, Stack, TextField, Typography } from '@mui/material'
import { FileUp } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { Section } from '../../ui/Section.tsx'
import { readFile, type Source } from './readFile.ts'

interface Props {
  onOpen: (read: () => Source | Promise<Source>) => void
  error: unknown
  /** Message key, if the file is the reason. */
  unreadable: string | undefined
}

/** A file to choose or to drop, or pasted rows. */
export const ChooseFile = ({ onOpen, error, unreadable }: Props) => {
  const translate = useTranslate()
  const [text, setText] = useState('')
  return (
    <Stack sx={{ gap: 2 }}>
      {unreadable ? (
        <Alert severity="error" role="alert">
          {translate(unreadable)}
        </Alert>
      ) : (
        <RefusalNotice error={error} />
      )}
      <Section title={translate('users.import.file.title')} hint={translate('users.import.file.hint')}>
        <DropArea onFile={(file) => onOpen(() => readFile(file))}>
          <PickFile onFile={(file) => onOpen(() => readFile(file))} />
        </DropArea>
      </Section>
      <Section title={translate('users.import.paste.title')} hint={translate('users.import.paste.hint')}>
        <Stack sx={{ gap: 1.5, alignItems: 'flex-start', pt: 0.5 }}>
          <TextField
            label={translate('users.import.paste.label')}
            value={text}
            onChange={({ target }) => setText(target.value)}
            multiline
            minRows={4}
            maxRows={12}
            fullWidth
          />
          <Button
            variant="outlined"
            disabled={text.trim() === ''}
            onClick={() => onOpen(() => ({ name: undefined, text, encoding: undefined }))}
          >
            {translate('users.import.paste.use')}
          </Button>
        </Stack>
      </Section>
    </Stack>
  )
}

interface FileProps {
  onFile: (file: File) => void
}

/** A button: the browser's own file input is hidden, since its texts are not the console's. */
const PickFile = ({ onFile }: FileProps) => {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          // The same file can be chosen again, once it is mended.
          target.value = ''
        }}
      />
      <Button variant="contained" onClick={() => input.current?.click()}>
        {translate('users.import.file.choose')}
      </Button>
    </>
  )
}

const DropArea = ({ onFile, children }: FileProps & { children: ReactNode }) => {
  const translate = useTranslate()
  const [isOver, setOver] = useState(false)
  return (
    <Stack
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
      sx={{
        alignItems: 'center',
        gap: 1,
        p: 3,
        mt: 0.5,
        border: 1,
        borderStyle: 'dashed',
        borderColor: isOver ? 'primary.main' : 'divider',
        borderRadius: 1,
        bgcolor: isOver ? 'action.hover' : 'transparent',
      }}
    >
      <Box sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'block' } }} aria-hidden>
        <FileUp size={24} strokeWidth={1.5} />
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ display: { xs: 'none', sm: 'block' } }}>
        {translate('users.import.file.drop')}
      </Typography>
      {children}
    </Stack>
  )
}
