import { inlineSymbols } from '../inlineSymbols'
import sprite from './art/icons.svg?raw'
import { setIconBaseUrl } from './Icon'

const PREFIX = 'icon-'

/** Load icons from the document instead of a file. Pages that other sites embed in a sandbox need this. */
export function inlineIcons(): void {
  inlineSymbols(sprite, PREFIX)
  setIconBaseUrl(`#${PREFIX}`)
}
