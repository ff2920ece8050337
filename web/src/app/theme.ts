import type { ColorSettings } from '@/channel'

type Variables = Record<`--${string}`, string>

/** A channel's colours, type, radii and button shape as custom properties. */
export function themeVariables({ colors, theme }: ColorSettings): Variables {
  const variables: Variables = {}
  for (const [name, color] of Object.entries(colors)) variables[`--${name}`] = color
  for (const [name, value] of Object.entries(theme)) {
    if (value === null || value === undefined || PLAIN.has(name)) continue
    variables[`--${name.replaceAll('_', '-')}`] = name.startsWith('font_') ? family(value) : String(value)
  }
  return { ...variables, ...(theme.display_case === 'none' ? CALM : {}) }
}

/** Applies what the start-up answer says, on top of what the server put into the page. */
export function applyTheme(document: Document, look: ColorSettings): void {
  const { documentElement: root } = document
  root.style.colorScheme = look.scheme
  for (const [name, value] of Object.entries(themeVariables(look))) root.style.setProperty(name, value)
  for (const { family: name, url, weight, stretch } of look.fonts) {
    const there = [...document.fonts].some(font => font.family.replaceAll('"', '') === name)
    if (there) continue
    const source = `url(${JSON.stringify(url)}) format("woff2")`
    const range = { weight: weight ?? 'normal', stretch: stretch ?? 'normal', display: 'swap' as const }
    document.fonts.add(new FontFace(name, source, range))
  }
}

/** Not values of their own: the scheme is a property, the fonts are faces. */
const PLAIN = new Set(['scheme', 'fonts'])

/** A channel whose display face is in sentence case sets card titles and its name in that face. */
const CALM: Variables = {
  '--card-title': 'var(--display-weight-small) var(--text-4) / 1.2 var(--font-display)',
  '--card-title-tracking': '-0.01em',
  '--brand-size': '1.5rem',
  '--brand-tracking': '-0.02em',
}

const family = (name: string | number) => `${JSON.stringify(String(name))}, system-ui, sans-serif`
