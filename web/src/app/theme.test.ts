import { describe, expect, it } from 'vitest'
import { shadeSteps } from '../../bundling/shades'
import { themeVariables } from './theme'

describe('the shades of a channel’s colours', () => {
  it('are the steps of the specification, as percent opacity', () => {
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

describe('a channel’s look', () => {
  const look = {
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

  it('becomes custom properties, its faces with a way out', () => {
    expect(themeVariables(look)).toEqual({
      '--accent': '#ffc53d',
      '--body-background': '#0b1018',
      '--font-display': '"Archivo", system-ui, sans-serif',
      '--display-case': 'uppercase',
      '--radius-2': '8px',
      '--display-weight': '820',
    })
  })

  it('sets card titles in the display face where that is in sentence case', () => {
    const calm = themeVariables({ ...look, theme: { ...look.theme, display_case: 'none' } })
    expect(calm['--card-title']).toContain('var(--font-display)')
  })
})
