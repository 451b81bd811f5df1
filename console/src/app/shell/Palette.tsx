import { Box, Dialog, InputBase, useAutocomplete } from '@mui/material'
import { CornerDownLeft, Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { runElsewhere } from '../../ui/commands.ts'
import { RetryQuery } from '../../ui/Retry.tsx'
import { type Destination, isPreselected, useDestinations } from './destinations.ts'

interface Props {
  open: boolean
  setOpen: (open: boolean) => void
}

/** The "Go to…" palette: finds any page, user, role, permission, term or command by a part of its name. */
export const Palette = ({ open, setOpen }: Props) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  /** Runs when the dialog has given the focus back: a command may open another one. */
  const chosen = useRef<Destination>(undefined)
  const choose = (destination: Destination) => {
    setOpen(false)
    if (destination.run) {
      chosen.current = destination
      return
    }
    runElsewhere(destination, navigate)
  }
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      fullWidth
      maxWidth="sm"
      slotProps={{
        paper: { 'aria-label': translate('app.go_to.name') },
        transition: {
          onExited: () => {
            chosen.current?.run?.()
            chosen.current = undefined
          },
        },
      }}
      sx={{
        '& .MuiDialog-container': { alignItems: 'flex-start' },
        '& .MuiDialog-paper': {
          m: { xs: 1, sm: 4 },
          mt: { sm: 10 },
          width: { xs: 'calc(100% - 16px)', sm: 'calc(100% - 64px)' },
        },
      }}
    >
      <Chooser onChoose={choose} onClose={() => setOpen(false)} />
    </Dialog>
  )
}

interface ChooserProps {
  onChoose: (destination: Destination) => void
  onClose: () => void
}

interface Option extends Destination {
  /** The text that it matches. */
  typed: string
}

// Over 80 lines: MUI's useAutocomplete gives the props of each of its elements.
const Chooser = ({ onChoose, onClose }: ChooserProps) => {
  const translate = useTranslate()
  const [text, setText] = useState('')
  const { destinations, isSearching, failed } = useDestinations(text)
  const options = destinations.map((option) => ({ ...option, typed: text }))
  const [first] = options
  const isChosenByHand = first !== undefined && !isPreselected(first, text)
  const { getRootProps, getInputProps, getListboxProps, getOptionProps } = useAutocomplete<Option>({
    id: 'go-to',
    open: true,
    autoHighlight: first !== undefined && !isChosenByHand,
    clearOnBlur: false,
    // Without it, each rendering after a change of the options resets the highlight, even one chosen with the arrows.
    disableCloseOnSelect: true,
    options,
    // Options are already filtered.
    filterOptions: (all) => all,
    // Not shown: it finds the highlighted option among results that arrive, and resets the highlight for another text.
    getOptionLabel: ({ typed, group, id }) => `${typed} ${group} ${id}`,
    inputValue: text,
    onInputChange: (_event, value, reason) => {
      if (reason === 'input') setText(value)
    },
    onChange: (_event, chosen) => {
      if (chosen) onChoose(chosen)
    },
    onClose: (_event, reason) => {
      if (reason === 'escape') onClose()
    },
  })
  // The type expects a list element, which cannot contain groups.
  const listbox = getListboxProps() as object
  const groups = Map.groupBy(options, ({ group }) => group)
  return (
    <>
      <Box
        {...getRootProps()}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          px: 2,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Search size={17} aria-hidden />
        <InputBase
          autoFocus
          fullWidth
          placeholder={translate('app.go_to.hint')}
          slotProps={{ input: { ...getInputProps(), 'aria-label': translate('app.go_to.name') } }}
          sx={{ height: 52, fontSize: '0.9375rem' }}
        />
      </Box>
      <Box sx={{ height: 380, overflowY: 'auto' }}>
        {failed && (
          <Box sx={{ p: 1 }}>
            <RetryQuery query={failed} />
          </Box>
        )}
        {options.length === 0 && !failed && (
          <Box role="status" sx={{ p: 4, textAlign: 'center', color: 'text.secondary' }}>
            {!isSearching && translate('app.go_to.nothing')}
          </Box>
        )}
        <Box {...listbox} hidden={options.length === 0} sx={{ p: 1 }}>
          {[...groups].map(([group, members]) => (
            <Box key={group} role="group" aria-label={translate(group)}>
              <Box aria-hidden sx={{ px: 1, pt: 1, pb: 0.5, fontSize: '0.75rem', color: 'text.secondary' }}>
                {translate(group)}
              </Box>
              {members.map((option) => {
                const { key: _key, ...props } = getOptionProps({
                  option,
                  index: options.indexOf(option),
                })
                return <OptionRow key={option.id} option={option} {...props} />
              })}
            </Box>
          ))}
        </Box>
        {isChosenByHand && (
          <Box role="status" sx={{ px: 2, pb: 1, fontSize: '0.75rem', color: 'text.secondary' }}>
            {translate('app.go_to.choose')}
          </Box>
        )}
      </Box>
    </>
  )
}

const OptionRow = ({ option, ...props }: { option: Destination }) => {
  const { icon: Icon, label, detail } = option
  return (
    <Box
      {...props}
      component="div"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        px: 1,
        minHeight: { xs: 44, md: 36 },
        borderRadius: 0.75,
        cursor: 'pointer',
        fontSize: '0.8125rem',
        '& svg': { flex: 'none', color: 'text.secondary' },
        '&.Mui-focused': { bgcolor: 'action.selected' },
        '&:not(.Mui-focused) .enter': { display: 'none' },
      }}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <Box
        component="span"
        sx={{
          fontWeight: 500,
          whiteSpace: 'nowrap',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          // Reserves room for the detail, which distinguishes records of the same name.
          ...(detail && { maxWidth: '62%', flex: 'none' }),
        }}
      >
        {label}
      </Box>
      {detail && (
        <Box
          component="span"
          sx={{
            color: 'text.secondary',
            whiteSpace: 'nowrap',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            flex: 1,
          }}
        >
          {detail}
        </Box>
      )}
      <Box component="span" className="enter" aria-hidden sx={{ ml: 'auto', display: 'flex' }}>
        <CornerDownLeft size={14} />
      </Box>
    </Box>
  )
}
