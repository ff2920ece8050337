// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import { shadeSteps } from '../../bundling/tokens'
import { applyTheme, themeVariables } from './theme'

describe('the shades of a channel’s colors', () => {
  it('are the specification’s steps, as percent opacity', () => {
    const steps = {
      'footer-background': [20, 50, 70],
      'body-background': [10, 20, 50, 70],
      'body-text': [5, 10, 20, 50, 70, 95],
      'header-text': [50],
    }
    const shades = Object.entries(steps).flatMap(([color, percents]) =>
      percents.map(percent => [
        `--${color}-${percent}`,
        `color-mix(in srgb, var(--${color}) ${percent}%, transparent)`,
      ]),
    )
    expect(shades).toHaveLength(14)
    expect(shadeSteps()).toEqual(shades)
  })
})

describe('a channel’s theme', () => {
  const colorSettings = {
    scheme: 'dark' as const,
    colors: { accent: '#ffc53d', 'body-background': '#0b1018' },
    theme: {
      font_display: 'Archivo',
      display_case: 'uppercase',
      radius_2: '8px',
      display_weight: 820,
      button_radius: null,
    },
    fonts: [],
  }

  it('becomes custom properties, with fallback font families', () => {
    expect(themeVariables(colorSettings)).toEqual({
      '--accent': '#ffc53d',
      '--body-background': '#0b1018',
      '--font-display': '"Archivo",system-ui,sans-serif',
      '--display-case': 'uppercase',
      '--radius-2': '8px',
      '--display-weight': '820',
    })
  })

  it('sets card titles in the display font if that uses sentence case', () => {
    const sentenceCase = themeVariables({
      ...colorSettings,
      theme: { ...colorSettings.theme, display_case: 'none' },
    })
    expect(sentenceCase['--card-title']).toContain('var(--font-display)')
  })

  describe('in a page with server-rendered styles', () => {
    const renderStyles = (css: string) => {
      document.head.innerHTML = `<style id="touchline-look">${css}</style>`
      Object.defineProperty(document, 'fonts', { configurable: true, value: [] })
      return vi.spyOn(CSSStyleDeclaration.prototype, 'setProperty')
    }
    const names = (setProperty: ReturnType<typeof renderStyles>) =>
      setProperty.mock.calls.map(([name]) => name)

    it('changes nothing if the styles match', () => {
      const declarations = Object.entries(themeVariables(colorSettings)).map(
        ([name, value]) => `${name}:${value};`,
      )
      const setProperty = renderStyles(`:root{color-scheme:dark;${declarations.join('')}}`)
      applyTheme(document, colorSettings)
      expect(names(setProperty)).toEqual([])
    })

    it('updates only the properties that differ', () => {
      const declarations = Object.entries(themeVariables(colorSettings)).map(
        ([name, value]) => `${name}:${value};`,
      )
      const setProperty = renderStyles(
        `:root{color-scheme:dark;${declarations.join('').replace('#ffc53d', '#c00')}}`,
      )
      applyTheme(document, colorSettings)
      expect(names(setProperty)).toEqual(['--accent'])
      expect(getComputedStyle(document.documentElement).getPropertyValue('--accent')).toBe('#ffc53d')
    })
  })

  it('loads the font files that the page does not have yet', () => {
    vi.stubGlobal(
      'FontFace',
      class {
        constructor(
          readonly family: string,
          _source: string,
          readonly descriptors: { weight: string },
        ) {}
      },
    )
    const add = vi.fn()
    const fonts = Object.assign([{ family: '"Inter"', weight: '400' }], { add })
    Object.defineProperty(document, 'fonts', { configurable: true, value: fonts })
    const font = (weight: string) => ({
      family: 'Inter',
      url: `/files/${weight}.woff2`,
      weight,
      stretch: '100%',
    })
    applyTheme(document, { ...colorSettings, fonts: [font('400'), font('700')] })
    expect(add.mock.calls.map(([face]) => face.descriptors.weight)).toEqual(['700'])
  })

  it('applies to a page without a theme from the server', () => {
    document.head.innerHTML = ''
    applyTheme(document, colorSettings)
    expect(document.documentElement.style.getPropertyValue('--accent')).toBe('#ffc53d')
  })
})
