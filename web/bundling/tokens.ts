import type { Plugin } from 'vite'
import { RAIL_CARD_WIDTH, SHADE_STEPS } from '../src/shared/constants.ts'

const TOKENS = /\/styles\/tokens\.css$/

/**
 * The shades of a channel's colours (§9): `--body-text-70` is `--body-text` at 70 % opacity.
 *
 * They name the colour, not its value, so they stand in the style sheet, and hold for the colours that the server
 * puts into the page and for those of the start-up answer alike.
 */
export function shadeSteps(): [name: string, value: string][] {
  return Object.entries(SHADE_STEPS).flatMap(([color, steps]) =>
    steps.map((step): [string, string] => [
      `--${color}-${step}`,
      `color-mix(in srgb, var(--${color}) ${step}%, transparent)`,
    ]),
  )
}

/** The width of a rail's cards (§9): `--card-min` and `--card-max`. */
export function cardWidths(): [name: string, value: string][] {
  return Object.entries(RAIL_CARD_WIDTH).map(([name, width]) => [`--card-${name}`, `${width}px`])
}

/** Puts them behind the tokens. */
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
