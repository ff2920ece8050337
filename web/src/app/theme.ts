import type { ColorSettings } from '@/channel'

type Variables = Record<`--${string}`, string>

/** A channel's colours, type, radii and button shape as custom properties. */
export function themeVariables({ colors, theme }: ColorSettings): Variables {
  const variables: Variables = {}
  for (const [name, color] of Object.entries(colors)) variables[`--${name}`] = color
  for (const [name, value] of Object.entries(theme)) {
    if (value === null || value === undefined || NON_COLOR_KEYS.has(name)) continue
    variables[`--${name.replaceAll('_', '-')}`] = name.startsWith('font_') ? fontFamily(value) : String(value)
  }
  return { ...variables, ...(theme.display_case === 'none' ? SENTENCE_CASE_THEME : {}) }
}

/**
 * Applies what the start-up answer says where the server has put something else into the page, or nothing: to say
 * the same again would have every style of the page worked out anew.
 */
export function applyTheme(document: Document, look: ColorSettings): void {
  const style = serverStyle(document) ?? document.documentElement.style
  const wanted = { 'color-scheme': look.scheme, ...themeVariables(look) }
  for (const [name, value] of Object.entries(wanted)) {
    if (style.getPropertyValue(name) !== value) style.setProperty(name, value)
  }
  for (const { family: name, url, weight, stretch } of look.fonts) {
    const there = [...document.fonts].some(font => font.family.replaceAll('"', '') === name)
    if (there) continue
    const source = `url(${JSON.stringify(url)}) format("woff2")`
    const range = { weight: weight ?? 'normal', stretch: stretch ?? 'normal', display: 'swap' as const }
    document.fonts.add(new FontFace(name, source, range))
  }
}

/** The rule for the whole page in the style sheet of `theme_css.py`. */
function serverStyle(document: Document): CSSStyleDeclaration | undefined {
  const rules = document.querySelector<HTMLStyleElement>('#touchline-look')?.sheet?.cssRules ?? []
  return [...rules].find(
    (rule): rule is CSSStyleRule => 'selectorText' in rule && rule.selectorText === ':root',
  )?.style
}

/** Not values of their own: the scheme is a property, the fonts are faces. */
const NON_COLOR_KEYS = new Set(['scheme', 'fonts'])

/** A channel whose display face is in sentence case sets card titles and its name in that face. */
const SENTENCE_CASE_THEME: Variables = {
  '--card-title': 'var(--display-weight-small) var(--text-4) / 1.2 var(--font-display)',
  '--card-title-tracking': '-0.01em',
  '--brand-size': '1.5rem',
  '--brand-tracking': '-0.02em',
}

const fontFamily = (name: string | number) => `${JSON.stringify(String(name))},system-ui,sans-serif`
