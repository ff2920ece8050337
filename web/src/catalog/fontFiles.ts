const VARIABLE = '100 900'
/** Parts of the names of font files that say the weight. */
const WEIGHTS: Readonly<Record<string, string>> = {
  thin: '100',
  extralight: '200',
  ultralight: '200',
  light: '300',
  regular: '400',
  normal: '400',
  book: '400',
  medium: '500',
  semibold: '600',
  demibold: '600',
  bold: '700',
  extrabold: '800',
  ultrabold: '800',
  black: '900',
  heavy: '900',
  variable: VARIABLE,
  variablefont: VARIABLE,
  vf: VARIABLE,
  wght: VARIABLE,
  wdth: VARIABLE,
  opsz: VARIABLE,
}
/** Other parts that do not belong to the name of the font. */
const NOISE = /^(latin|ext|webfont|italic|v\d+)$/
const HUNDREDS = /^[1-9]00$/
const MAX_FAMILY_LENGTH = 60

/** Return the weight that a part of a file's name says. */
const weightOf = (part: string) => (HUNDREDS.test(part) ? part : WEIGHTS[part.toLowerCase()])

/** Return the font's name and weight as its file is named: `OpenSans-SemiBold.woff2`. */
export function describeFontFile(fileName: string): { family: string; weight?: string } {
  const parts = fileName.replace(/\.[^.]*$/, '').match(/[A-Za-z0-9]+/g) ?? []
  const weights = parts.map(weightOf).filter(Boolean)
  const end = parts.findIndex(part => weightOf(part) || NOISE.test(part.toLowerCase()))
  const family = parts
    .slice(0, end === -1 ? undefined : end)
    .map(part => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ')
    .slice(0, MAX_FAMILY_LENGTH)
  return { family: family || 'Font', weight: weights.includes(VARIABLE) ? VARIABLE : weights[0] }
}
