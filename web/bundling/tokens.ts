import type { Plugin } from 'vite'
import { RAIL_CARD_WIDTH, SHADE_STEPS } from '../src/shared/constants.ts'

const TOKENS = /\/styles\/tokens\.css$/

/**
 * Return the shades of a channel's colors (§9): `--body-text-70` is `--body-text` at 70 % opacity.
 *
 * They refer to the color by name, so one style sheet works for all channels. It does not matter whether the server's
 * page or the bootstrap response sets the colors.
 */
export function shadeSteps(): [name: string, value: string][] {
  return Object.entries(SHADE_STEPS).flatMap(([color, steps]) =>
    steps.map((step): [string, string] => [
      `--${color}-${step}`,
      `color-mix(in srgb, var(--${color}) ${step}%, transparent)`,
    ]),
  )
}

/** Return the widths of a rail's cards (§9): `--card-min` and `--card-max`. */
export function cardWidths(): [name: string, value: string][] {
  return Object.entries(RAIL_CARD_WIDTH).map(([name, width]) => [`--card-${name}`, `${width}px`])
}

/** The Vite plugin that appends the shades and widths to `tokens.css`. */
export const tokens: Plugin = {
  name: 'tokens',
  enforce: 'pre',
  transform: {
    filter: { id: TOKENS },
    handler: css => {
      const lines = [...shadeSteps(), ...cardWidths()].map(([name, value]) => `${name}:${value};`)
      return { code: `${css}\n@layer tokens{:root{${lines.join('')}}}\n`, map: null }
    },
  },
}
