import { alpha, type ThemeOptions } from '@mui/material/styles'
import { forcedColors } from './forced-colors.ts'
import type { Mode, Shades } from './palettes.ts'
import { TYPE_AHEAD } from './typeAhead.ts'

/** Of the menu beside the page. */
export const MENU_WIDTH = 232

/** Touch screens. */
const COARSE = '@media (pointer: coarse), (max-width: 599.95px)'

/** A focus ring that is visible on every background. */
const ring = (shades: Shades) => ({ outline: `2px solid ${shades.accent}`, outlineOffset: 2 })

const baseline = (shades: Shades) => ({
  body: { fontFeatureSettings: "'cv11', 'ss03'", WebkitFontSmoothing: 'antialiased' },
  ':focus-visible': ring(shades),
  // Not in the heads, whose hyphens it would set wide.
  'tbody, .tabular': { fontVariantNumeric: 'tabular-nums' },
  code: { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace', fontSize: '0.92em' },
  '::selection': { backgroundColor: alpha(shades.accent, 0.25) },
  // Within a sentence, colour alone does not mark a link.
  'p .MuiLink-root, .MuiAlert-message .MuiLink-root': { textDecoration: 'underline' },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
  ...forcedColors,
})

/** Thin borders instead of shadows, and a dense layout. */
export const components = (mode: Mode, shades: Shades): ThemeOptions['components'] => {
  const hairline = `1px solid ${shades.line}`
  const floating = {
    border: hairline,
    boxShadow: mode === 'light' ? '0 8px 28px rgb(16 20 32 / 0.12)' : '0 8px 28px rgb(0 0 0 / 0.5)',
    backgroundImage: 'none',
  }
  return {
    MuiCssBaseline: { styleOverrides: baseline(shades) },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { '&:focus-visible': ring(shades) } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true, size: 'small' },
      styleOverrides: {
        root: {
          minHeight: 32,
          borderRadius: 8,
          padding: '4px 12px',
          [COARSE]: { minHeight: 44 },
        },
        outlined: { borderColor: shades.line, color: shades.text },
        text: { color: shades.text },
      },
    },
    MuiIconButton: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        root: {
          borderRadius: 8,
          minWidth: 32,
          minHeight: 32,
          [COARSE]: { minWidth: 44, minHeight: 44 },
        },
      },
    },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: { styleOverrides: { root: { border: hairline, boxShadow: 'none' } } },
    MuiMenuList: { defaultProps: TYPE_AHEAD },
    MuiMenu: { styleOverrides: { paper: floating } },
    MuiPopover: { styleOverrides: { paper: floating } },
    MuiAutocomplete: {
      defaultProps: {
        size: 'small',
        // Above the field, the options would cover the label that stands on its border.
        slotProps: { popper: { modifiers: [{ name: 'offset', options: { offset: [0, 8] } }] } },
      },
      styleOverrides: { paper: floating },
    },
    MuiDialog: {
      styleOverrides: {
        paper: {
          ...floating,
          borderRadius: 12,
          // The content scrolls, the buttons stay visible.
          '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0 },
        },
      },
    },
    MuiDialogTitle: {
      styleOverrides: { root: { fontSize: '1rem', fontWeight: 600, padding: '20px 24px 8px' } },
    },
    MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px', gap: 8 } } },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          fontSize: '0.8125rem',
          minHeight: 32,
          borderRadius: 6,
          margin: '0 4px',
          [COARSE]: { minHeight: 44 },
        },
      },
    },
    MuiTextField: { defaultProps: { size: 'small', variant: 'outlined', margin: 'none' } },
    MuiFormControl: { defaultProps: { size: 'small', margin: 'none' } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: { backgroundColor: shades.paper, '&.Mui-focused': { outline: 'none' } },
        notchedOutline: { borderColor: mode === 'light' ? '#8d94a3' : '#5d6574' },
        input: { '&:focus-visible': { outline: 'none' } },
      },
    },
    MuiInputBase: {
      styleOverrides: {
        root: { fontSize: '0.875rem' },
        input: {
          '&:focus-visible': { outline: 'none' },
          // MUI's own opacity makes it hard to read.
          '&::placeholder': { color: shades.textSoft, opacity: 1 },
        },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { borderBottom: hairline, padding: '8px 12px', fontSize: '0.8125rem' },
        head: {
          color: shades.textSoft,
          fontWeight: 550,
          backgroundColor: shades.paper,
          whiteSpace: 'nowrap',
        },
      },
    },
    MuiTableRow: {
      styleOverrides: { root: { 'tbody:last-child > &:last-child > :is(td, th)': { borderBottom: 0 } } },
    },
    MuiChip: {
      defaultProps: { size: 'small' },
      styleOverrides: { root: { borderRadius: 6, fontWeight: 500, fontSize: '0.75rem' } },
    },
    MuiTabs: {
      styleOverrides: { root: { minHeight: 40, borderBottom: hairline }, indicator: { height: 2 } },
    },
    MuiTab: {
      styleOverrides: {
        root: {
          minHeight: 40,
          padding: '8px 12px',
          minWidth: 0,
          fontSize: '0.8125rem',
          textTransform: 'none',
        },
      },
    },
    MuiToggleButton: {
      styleOverrides: {
        root: {
          textTransform: 'none',
          padding: '4px 10px',
          minHeight: 32,
          fontSize: '0.8125rem',
          fontWeight: 500,
          color: shades.textSoft,
          borderColor: shades.line,
          backgroundColor: shades.paper,
          '&.Mui-selected': { color: shades.text },
          [COARSE]: { minHeight: 44 },
        },
      },
    },
    MuiTooltip: {
      defaultProps: { enterDelay: 400 },
      styleOverrides: {
        tooltip: {
          backgroundColor: shades.text,
          color: shades.paper,
          fontSize: '0.75rem',
          padding: '4px 8px',
        },
      },
    },
    MuiAlert: {
      styleOverrides: {
        root: {
          border: hairline,
          borderRadius: 8,
          fontSize: '0.8125rem',
          alignItems: 'center',
          // On small screens, actions go below the text.
          flexWrap: 'wrap',
        },
        icon: { alignSelf: 'flex-start' },
        message: { flex: '1 1 160px', minWidth: 0 },
      },
    },
    MuiAppBar: { styleOverrides: { root: { border: 0 } } },
    MuiLink: { defaultProps: { underline: 'hover' } },
    MuiSnackbar: {
      styleOverrides: {
        root: ({ theme }) => ({
          // Below menus and dialogs, and only its own buttons take clicks: what lies below stays usable.
          zIndex: theme.zIndex.modal - 1,
          pointerEvents: 'none',
          '& :is(a, button)': { pointerEvents: 'auto' },
          // Beside the page, below the entries of the menu.
          [theme.breakpoints.up('md')]: {
            left: 12,
            right: 'auto',
            bottom: 12,
            width: MENU_WIDTH - 24,
            transform: 'none',
            '& .MuiSnackbarContent-root': { minWidth: 0, width: '100%' },
          },
        }),
      },
    },
    MuiSnackbarContent: {
      styleOverrides: { root: { backgroundColor: shades.text, color: shades.paper, fontSize: '0.8125rem' } },
    },
  }
}
