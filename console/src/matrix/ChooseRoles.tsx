import {
  Autocomplete,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
} from '@mui/material'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { MOST_ROLES } from '../features/grants/grants.ts'
import { RetryQuery } from '../ui/Retry.tsx'
import { useOptions } from '../ui/useOptions.ts'
import { useKeptHighlight, usePopup } from '../ui/usePopup.ts'
import type { useMatrix } from './useMatrix.ts'

const OFFERED = 50

interface Option {
  id: number
  name: string
}

interface Props {
  matrix: ReturnType<typeof useMatrix>
  /** The visible roles, whose names are known. */
  roles: readonly Option[]
  onClose: () => void
}

const find = async (q: string, signal: AbortSignal): Promise<Option[]> =>
  (await client.roles.list({ q, per_page: OFFERED, sort: 'name' }, { signal })).data

/** Selects the visible roles; there may be more roles than fit. */
export const ChooseRoles = ({ matrix: { chosen, setChosen, setRoleText }, roles, onClose }: Props) => {
  const translate = useTranslate()
  const id = useId()
  const [value, setValue] = useState<Option[]>(() => (chosen ? [...roles] : []))
  const [text, setText] = useState('')
  const popup = usePopup(translate('matrix.choose_label'))
  const highlight = useKeptHighlight(text)
  const { search, options, isLoading } = useOptions({
    queryKey: ['matrix', 'offered'],
    find,
    text,
    textOf: ({ name }) => name,
  })
  const show = (some: readonly Option[]) => {
    setRoleText('')
    setChosen(some.map(({ id }) => id))
    onClose()
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{translate('matrix.choose_title')}</DialogTitle>
      <DialogContent>
        <Autocomplete
          multiple
          {...popup.propsFor(search.error)}
          {...highlight}
          filterSelectedOptions
          value={value}
          options={options}
          loading={isLoading}
          filterOptions={(found) => found}
          getOptionKey={({ id }) => id}
          getOptionLabel={({ name }) => name}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onChange={(_event, next) => {
            popup.close()
            setValue(next.slice(0, MOST_ROLES))
          }}
          onInputChange={(_event, next) => setText(next)}
          renderInput={(params) => (
            <TextField
              {...params}
              autoFocus
              label={translate('matrix.choose_label')}
              helperText={translate('matrix.choose_hint', { most: MOST_ROLES })}
              sx={{ mt: 1 }}
            />
          )}
        />
        <RetryQuery query={search} />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => show([])}>{translate('matrix.choose_all')}</Button>
        <Button variant="contained" disabled={value.length === 0} onClick={() => show(value)}>
          {translate('matrix.choose_show', { smart_count: value.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
