import sprite from './icons.svg?url'

const SVG = 'http://www.w3.org/2000/svg'

/** A picture of the player's sprite, for a button that says its name itself. */
export function icon(name: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(SVG, 'use')
  use.setAttribute('href', `${sprite}#plyr-${name}`)
  svg.append(use)
  return svg
}
