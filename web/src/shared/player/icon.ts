import { inlineSymbols } from '../inlineSymbols'
import sprite from './icons.svg?raw'

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'

/** Puts the player's icons into the document. Plyr and `createIcon` refer to them there. */
export const inlinePlayerIcons = (): void => inlineSymbols(sprite, 'plyr-')

/** A picture of the player's sprite, for a button that says its name itself. */
export function createIcon(name: string): SVGElement {
  inlinePlayerIcons()
  const svg = document.createElementNS(SVG_NAMESPACE, 'svg')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(SVG_NAMESPACE, 'use')
  use.setAttribute('href', `#plyr-${name}`)
  svg.append(use)
  return svg
}
