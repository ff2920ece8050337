/** The fields of a `KeyboardEvent` that shortcuts use. */
export interface KeyPress {
  key: string
  code: string
  shiftKey: boolean
}

const PUNCTUATION: Readonly<Record<string, string>> = { Comma: ',', Period: '.', Slash: '/' }
const NON_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/**
 * Return the name of a pressed key for shortcuts, in lower case. Digit keys are read by position, because French
 * AZERTY needs Shift for digits. Letter keys are read by position if the layout or input method is not Latin.
 */
export function shortcutKey({ key, code, shiftKey }: KeyPress): string {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  if (digit && !shiftKey && (key.length === 1 || key === 'Dead')) return digit
  if (key === 'Process' || (key.length === 1 && NON_LATIN.test(key))) {
    const keyName = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? PUNCTUATION[code]
    if (keyName) return keyName
  }
  return key.toLowerCase()
}
