import { Button, Stack, TextField } from '@mui/material'
import { History } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useCommands } from '../../ui/commands.ts'
import { LAST_MINUTE, minuteOf, momentOf } from '../../ui/days.ts'
import { usePageState } from '../../ui/usePageState.ts'

/** In the address: a moment, and the search among what the user had then. */
const NOW = { as_of: '', q: '', page: '1' }

/** The moment of the past that the page shows; empty for now. */
export function useMoment() {
  const [{ as_of: moment }, set] = usePageState(NOW)
  return { moment, choose: (moment: string) => set({ ...NOW, as_of: moment }) }
}

const COMMAND = 'users.past.command'

interface Props {
  /** Empty for now. */
  moment: string
  onChoose: (moment: string) => void
}

/** Chooses a moment of the past. */
export const ChooseMoment = ({ moment, onChoose }: Props) => {
  const translate = useTranslate()
  const [minute, setMinute] = useState(minuteOf(moment))
  const input = useRef<HTMLInputElement>(null)
  useCommands([{ id: COMMAND, label: translate(COMMAND), icon: History, run: () => input.current?.focus() }])
  const chosen = momentOf(minute)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen !== undefined) onChoose(chosen)
  }
  return (
    <Stack
      component="form"
      noValidate
      onSubmit={onSubmit}
      direction="row"
      useFlexGap
      sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'flex-start', pt: 0.5 }}
    >
      <TextField
        type="datetime-local"
        label={translate('users.past.moment')}
        value={minute}
        onChange={(event) => setMinute(event.target.value)}
        inputRef={input}
        helperText={translate('users.past.moment_hint')}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: LAST_MINUTE } }}
        sx={{ width: 220 }}
      />
      <Button
        type="submit"
        variant={moment === '' ? 'contained' : 'outlined'}
        disabled={chosen === undefined}
        sx={{ minHeight: 38 }}
      >
        {translate('users.past.show')}
      </Button>
    </Stack>
  )
}
