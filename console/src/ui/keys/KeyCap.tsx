import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import { type Combination, isApple, partsOf } from './keys.ts'

const SIGNS: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** Keys with a name of their own in each language. */
const NAMED = ['Shift', 'Space', 'Delete', 'Home', 'End', 'PageUp', 'PageDown', 'Escape', 'Enter']

/** A combination of keys, as it stands on the keyboard. */
export const KeyCap = ({ combination }: { combination: Combination }) => {
  const translate = useTranslate()
  const { key, with: modifiers } = partsOf(combination)
  const textOf = (name: string) => {
    if (name === 'Mod') return isApple ? '⌘' : translate('ui.keys.ctrl')
    if (name === ' ') return translate('ui.keys.space')
    return NAMED.includes(name) ? translate(`ui.keys.${name.toLowerCase()}`) : (SIGNS[name] ?? name)
  }
  return (
    <Box
      component="kbd"
      sx={{
        px: 0.625,
        border: 1,
        borderColor: 'divider',
        borderRadius: 0.75,
        fontFamily: 'inherit',
        '&&': { fontSize: '0.6875rem' },
        lineHeight: '18px',
        color: 'text.secondary',
        whiteSpace: 'nowrap',
      }}
    >
      {[...modifiers, key].map(textOf).join(isApple ? '' : ' ')}
    </Box>
  )
}
