import { SHADE_STEPS } from '@/shared/constants'

export type Variables = Record<`--${string}`, string>

/**
 * The shades of a channel's colours (§9): `--body-text-70` is `--body-text` at 70 % opacity.
 *
 * They name the colour, not its value, so they hold for the colours that the server put into the
 * page and for those of the start-up answer alike.
 */
export function shadeSteps(): Variables {
  const shades: Variables = {}
  for (const [color, steps] of Object.entries(SHADE_STEPS)) {
    for (const step of steps) {
      shades[`--${color}-${step}`] = `color-mix(in srgb, var(--${color}) ${step}%, transparent)`
    }
  }
  return shades
}

/** Puts the shades into the page. */
export function applyShades(document: Document): void {
  write(document.documentElement, shadeSteps())
}

/** Sets custom properties for the whole page. */
export function write(root: HTMLElement, variables: Variables): void {
  for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value)
}
