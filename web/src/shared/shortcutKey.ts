/** What is read of a `KeyboardEvent`. */
export interface KeyPress {
  key: string
  code: string
  shiftKey: boolean
}

const PUNCTUATION: Readonly<Record<string, string>> = { Comma: ',', Period: '.', Slash: '/' }
const NON_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/**
 * The name of a pressed key for shortcuts, in lower case. A digit key counts by its place on the keyboard (French
 * AZERTY needs Shift for digits), and so does a letter key where the layout or the input method is not Latin.
 */
export function shortcutKey({ key, code, shiftKey }: KeyPress): string {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  if (digit && !shiftKey && (key.length === 1 || key === 'Dead')) return digit
  if (key === 'Process' || (key.length === 1 && NON_LATIN.test(key))) {
    const place = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? PUNCTUATION[code]
    if (place) return place
  }
  return key.toLowerCase()
}
