import { alpha, createTheme, type ThemeOptions } from '@mui/material/styles'
import { type Mode, PALETTES, type Shades } from './palettes.ts'
import { components } from './theme-components.ts'

const FONT = "'Inter Variable', system-ui, sans-serif"

function palette(mode: Mode, shades: Shades): ThemeOptions['palette'] {
  return {
    mode,
    primary: { main: shades.accent, dark: shades.accentStrong, contrastText: shades.onAccent },
    secondary: { main: shades.textSoft, contrastText: shades.paper },
    error: { main: shades.error, contrastText: shades.paper },
    warning: { main: shades.warning, contrastText: shades.paper },
    success: { main: shades.success, contrastText: shades.paper },
    info: { main: shades.info, contrastText: shades.paper },
    background: { default: shades.ground, paper: shades.paper },
    text: { primary: shades.text, secondary: shades.textSoft, disabled: shades.textFaint },
    divider: shades.line,
    action: {
      hover: alpha(shades.text, 0.045),
      selected: alpha(shades.accent, mode === 'light' ? 0.09 : 0.16),
      active: shades.textSoft,
      disabled: shades.textFaint,
    },
  }
}

function options(mode: Mode): ThemeOptions {
  const shades = PALETTES[mode]
  return {
    palette: palette(mode, shades),
    shape: { borderRadius: 8 },
    spacing: 8,
    typography: {
      fontFamily: FONT,
      fontSize: 14,
      htmlFontSize: 16,
      fontWeightMedium: 550,
      fontWeightBold: 650,
      h1: { fontSize: '1.375rem', fontWeight: 650, lineHeight: 1.3, letterSpacing: '-0.015em' },
      h2: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.4, letterSpacing: '-0.006em' },
      h3: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.45 },
      h4: { fontSize: '0.875rem', fontWeight: 600 },
      h5: { fontSize: '0.875rem', fontWeight: 600 },
      h6: { fontSize: '0.875rem', fontWeight: 600 },
      body1: { fontSize: '0.875rem', lineHeight: 1.5 },
      body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
      caption: { fontSize: '0.75rem', lineHeight: 1.45 },
      button: { fontSize: '0.8125rem', fontWeight: 550, textTransform: 'none', letterSpacing: 0 },
    },
    components: components(mode, shades),
  }
}

export const lightTheme = createTheme(options('light'))
export const darkTheme = createTheme(options('dark'))
