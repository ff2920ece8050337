import { inlineSymbols } from '../inlineSymbols'
import sprite from './art/icons.svg?raw'
import { setIconBaseUrl } from './Icon'

const PREFIX = 'icon-'

/** Icons come from the document instead of a file from now on, for pages that other sites embed in a sandbox. */
export function inlineIcons(): void {
  inlineSymbols(sprite, PREFIX)
  setIconBaseUrl(`#${PREFIX}`)
}
