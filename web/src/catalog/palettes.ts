import type { EntryValue } from '@/shared/studio/entries'

export type Scheme = 'dark' | 'light'

/** The colors of a channel that names none, by scheme. The server has the same (`packs/schemas/theme.py`). */
export const PALETTES: Readonly<Record<Scheme, Readonly<Record<string, string>>>> = {
  dark: {
    'header-background': '#0d1014',
    'header-text': '#f3f5f7',
    'body-background': '#111418',
    'body-text': '#f1f3f5',
    'footer-background': '#0a0c0f',
    'footer-text': '#d5d9de',
    accent: '#8fb8ff',
    'accent-text': '#0b1526',
    live: '#d3163a',
    'live-text': '#ffffff',
    success: '#46d993',
    'success-text': '#04170d',
    danger: '#ff7a78',
    'danger-text': '#240404',
    warning: '#ffb95c',
    info: '#8ab8ff',
  },
  light: {
    'header-background': '#ffffff',
    'header-text': '#1b2128',
    'body-background': '#f6f7f8',
    'body-text': '#1b2128',
    'footer-background': '#20262d',
    'footer-text': '#e9ecef',
    accent: '#1f4fa8',
    'accent-text': '#ffffff',
    live: '#b3201f',
    'live-text': '#ffffff',
    success: '#1c6a44',
    'success-text': '#ffffff',
    danger: '#a52a1e',
    'danger-text': '#ffffff',
    warning: '#80510a',
    info: '#1f4fa8',
  },
}

/** Return colors in another scheme. The channel's own colors stay. */
export function toScheme(colors: EntryValue, from: Scheme, to: Scheme): EntryValue {
  const change = (name: string, color: unknown) =>
    color === PALETTES[from][name] ? PALETTES[to][name] : color
  return Object.fromEntries(Object.entries(colors).map(([name, color]) => [name, change(name, color)]))
}
