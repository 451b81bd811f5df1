/** The colours that differ between light and dark. Each text has a contrast of 4.5:1 on each background. */
export const PALETTES = {
  light: {
    accent: '#3b5bdb',
    accentStrong: '#2f49b8',
    onAccent: '#ffffff',
    ground: '#f7f8fa',
    paper: '#ffffff',
    text: '#16181d',
    textSoft: '#565d6b',
    textFaint: '#8a91a0',
    line: '#e2e5ea',
    error: '#c4262e',
    warning: '#945a00',
    success: '#1a7441',
    info: '#1d66b3',
  },
  dark: {
    accent: '#8ea6ff',
    accentStrong: '#a9bbff',
    onAccent: '#10131c',
    ground: '#0f1115',
    paper: '#16181e',
    text: '#eceef2',
    textSoft: '#a3aab8',
    textFaint: '#747c8b',
    line: '#282c35',
    error: '#ff8a8a',
    warning: '#f0b45a',
    success: '#66cf94',
    info: '#79b8ff',
  },
} as const

export type Mode = keyof typeof PALETTES
export type Shades = Record<keyof (typeof PALETTES)['light'], string>
