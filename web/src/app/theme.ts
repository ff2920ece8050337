import type { ColorSettings } from '@/channel'

type Variables = Record<`--${string}`, string>

/** Return a channel's colors, fonts, radii and button shape as custom properties. */
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
 * Apply the theme of the start-up response where it differs from the server's style sheet. Setting the same value
 * again would recalculate all styles of the page.
 */
export function applyTheme(document: Document, colorSettings: ColorSettings): void {
  const style = serverStyle(document) ?? document.documentElement.style
  const properties = { 'color-scheme': colorSettings.scheme, ...themeVariables(colorSettings) }
  for (const [name, value] of Object.entries(properties)) {
    if (style.getPropertyValue(name) !== value) style.setProperty(name, value)
  }
  for (const { family, url, weight, stretch } of colorSettings.fonts) {
    const isFace = (font: FontFace) =>
      font.family.replaceAll('"', '') === family && font.weight === (weight ?? 'normal')
    if ([...document.fonts].some(isFace)) continue
    const source = `url(${JSON.stringify(url)}) format("woff2")`
    const descriptors = { weight: weight ?? 'normal', stretch: stretch ?? 'normal', display: 'swap' as const }
    document.fonts.add(new FontFace(family, source, descriptors))
  }
}

/** Return the `:root` rule in the style sheet of `theme_css.py`. */
function serverStyle(document: Document): CSSStyleDeclaration | undefined {
  const rules = document.querySelector<HTMLStyleElement>('#touchline-look')?.sheet?.cssRules ?? []
  return [...rules].find(
    (rule): rule is CSSStyleRule => 'selectorText' in rule && rule.selectorText === ':root',
  )?.style
}

/** Theme keys that are not custom properties: the scheme is a CSS property, and fonts are font faces. */
const NON_COLOR_KEYS = new Set(['scheme', 'fonts'])

/** Overrides for a display font in sentence case: card titles and the channel's name use that font. */
const SENTENCE_CASE_THEME: Variables = {
  '--card-title': 'var(--display-weight-small) var(--text-4) / 1.2 var(--font-display)',
  '--card-title-tracking': '-0.01em',
  '--brand-size': '1.5rem',
  '--brand-tracking': '-0.02em',
}

const fontFamily = (name: string | number) => `${JSON.stringify(String(name))},system-ui,sans-serif`
