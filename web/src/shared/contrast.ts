/** Smallest contrast of text and its background (WCAG 2.2, success criterion 1.4.3, level AA). */
export const AA_RATIO = 4.5

export const COLOR = /^#[0-9a-f]{6}$/i

/** Return the contrast of two `#rrggbb` colors, 1 to 21. The server has the same rule (`validation/contrast.py`). */
export function contrastRatio(first: string, second: string): number {
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Return whether a text is readable on a background, as far as both are colors already. */
export const isReadable = (text: string, background: string) =>
  !(COLOR.test(text) && COLOR.test(background)) || contrastRatio(text, background) >= AA_RATIO

/** Return the color nearest to `color`, on its way to black or white, that is readable on `background`. */
export function suggestColor(color: string, background: string): string {
  const contrastOf = (end: string) => contrastRatio(end, background)
  const target = contrastOf('#000000') >= contrastOf('#ffffff') ? '#000000' : '#ffffff'
  for (let step = 1; step <= 20; step++) {
    const mixed = mix(color, target, step / 20)
    if (contrastOf(mixed) >= AA_RATIO) return mixed
  }
  return target
}

const channels = (color: string) => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))

function mix(color: string, end: string, fraction: number): string {
  const ends = channels(end)
  const mixed = channels(color).map((value, at) => roundToEven(value + ((ends[at] ?? 0) - value) * fraction))
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

/** Round halves to the even neighbor, as Python does. */
function roundToEven(value: number): number {
  const floor = Math.floor(value)
  return value - floor === 0.5 ? floor + (floor % 2) : Math.round(value)
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map(value => toLinear(value / 255)) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
