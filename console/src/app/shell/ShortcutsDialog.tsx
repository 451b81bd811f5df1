import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Switch,
  Typography,
} from '@mui/material'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { KeyCap } from '../../ui/keys/KeyCap.tsx'
import type { KeyGroup } from '../../ui/keys/keys.ts'
import { ALL_KEYS } from './keys.ts'
import { useSingleKeys } from './useAppKeys.ts'

/** All shortcuts, from the definitions that their handlers use. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate()
  const id = useId()
  const [hasSingleKeys, setSingleKeys] = useSingleKeys()
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="md" fullWidth>
      <DialogTitle id={id}>{translate('app.shortcuts.title')}</DialogTitle>
      {/* Scrolls by keyboard. */}
      <DialogContent tabIndex={0}>
        <Box sx={{ columns: { sm: 2 }, columnGap: 4 }}>
          {ALL_KEYS.map((group) => (
            <Group key={group.words} group={group} />
          ))}
        </Box>
      </DialogContent>
      <DialogActions sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 1, pl: 3 }}>
        <FormControlLabel
          control={
            <Switch
              size="small"
              checked={hasSingleKeys}
              onChange={(_event, isOn) => setSingleKeys(isOn)}
              sx={{ mr: 1 }}
            />
          }
          label={translate('app.shortcuts.single')}
          slotProps={{ typography: { variant: 'body2' } }}
        />
        <Button onClick={onClose} autoFocus>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const Group = ({ group: { words, keys } }: { group: KeyGroup }) => {
  const translate = useTranslate()
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ breakInside: 'avoid', pb: 2 }}>
      <Typography id={id} variant="body2" component="h3" sx={{ fontWeight: 600, pb: 0.5 }}>
        {translate(`${words}.title`)}
      </Typography>
      <Box component="dl" sx={{ m: 0 }}>
        {Object.entries(keys).map(([name, combinations]) => (
          <Box
            key={name}
            sx={{
              display: 'flex',
              gap: 2,
              justifyContent: 'space-between',
              alignItems: 'center',
              minHeight: 30,
            }}
          >
            <Typography component="dt" variant="body2" color="textSecondary">
              {translate(`${words}.${name}`)}
            </Typography>
            <Box component="dd" sx={{ m: 0, display: 'flex', gap: 0.5, flex: 'none' }}>
              {combinations.map((combination) => (
                <KeyCap key={combination} combination={combination} />
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
