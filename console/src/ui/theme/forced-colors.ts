/** Elements marked by their background alone, which forced colours remove. */
const MARKED = [
  '.MuiTableRow-root.Mui-selected',
  '.MuiToggleButton-root.Mui-selected',
  '.MuiMenuItem-root.Mui-selected',
  '[role=treeitem][aria-selected=true]',
  '[role=option].Mui-focused',
  'nav a[aria-current=page]',
  '.changed',
].join(', ')

const OWN = { forcedColorAdjust: 'none' }

/** Outlines for selected, focused and busy elements in forced-colours mode. */
export const forcedColors = {
  '@media (forced-colors: active)': {
    [MARKED]: { outline: '2px solid Highlight', outlineOffset: '-2px' },
    ':focus-visible, .MuiButtonBase-root:focus-visible, .MuiTableRow-root:focus-visible': {
      outline: '3px solid CanvasText',
    },
    '.MuiSwitch-track': {
      ...OWN,
      opacity: '1 !important',
      border: '1px solid CanvasText',
      backgroundColor: 'Canvas !important',
    },
    '.MuiSwitch-thumb': { ...OWN, backgroundColor: 'CanvasText', boxShadow: 'none' },
    '.MuiSwitch-switchBase.Mui-checked .MuiSwitch-thumb': { backgroundColor: 'Highlight' },
    '.MuiSwitch-switchBase.Mui-checked + .MuiSwitch-track': { borderColor: 'Highlight' },
    '.MuiSwitch-switchBase.Mui-focusVisible + .MuiSwitch-track': { outline: '3px solid CanvasText' },
    '.MuiTabs-indicator, .MuiLinearProgress-bar': { ...OWN, backgroundColor: 'Highlight !important' },
    '.MuiLinearProgress-root': { border: '1px solid CanvasText' },
    '[aria-checked=true] .box, [aria-checked=mixed] .box': {
      ...OWN,
      color: 'HighlightText',
      backgroundColor: 'Highlight !important',
      borderColor: 'Highlight !important',
    },
    '.MuiButton-contained': { border: '1px solid' },
    '.chart rect.bar': { ...OWN, fill: 'Highlight' },
    '.chart line': { ...OWN, stroke: 'CanvasText', strokeOpacity: 0.4 },
    '.chart text': { ...OWN, fill: 'CanvasText' },
  },
}
