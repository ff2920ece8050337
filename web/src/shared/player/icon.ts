import { inlineSymbols } from '../inlineSymbols'
import sprite from './icons.svg?raw'

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'

/** Add the player's icons to the document. Plyr and `createIcon` refer to them. */
export const inlinePlayerIcons = (): void => inlineSymbols(sprite, 'plyr-')

/** Create an icon from the player's sprite. It is hidden from screen readers: the button needs its own label. */
export function createIcon(name: string): SVGElement {
  inlinePlayerIcons()
  const svg = document.createElementNS(SVG_NAMESPACE, 'svg')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(SVG_NAMESPACE, 'use')
  use.setAttribute('href', `#plyr-${name}`)
  svg.append(use)
  return svg
}
