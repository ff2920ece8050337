/**
 * Return the visible difference of two colors: CIEDE2000 (ISO/CIE 11664-6).
 * Below 20, the two halves of a poster are not distinguishable.
 */
export function colorDifference(first: string, second: string): number {
  const [l1, a1, b1] = toLab(first)
  const [l2, a2, b2] = toLab(second)
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const g = 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)))
  const c1 = Math.hypot(a1 * (1 + g), b1)
  const c2 = Math.hypot(a2 * (1 + g), b2)
  const h1 = hueOf(a1 * (1 + g), b1)
  const h2 = hueOf(a2 * (1 + g), b2)

  const isGray = c1 * c2 === 0
  const turn = isGray ? 0 : ((h2 - h1 + 540) % 360) - 180
  const h = isGray ? h1 + h2 : (h1 + turn / 2 + 360) % 360
  const l = (l1 + l2) / 2
  const c = (c1 + c2) / 2

  const t =
    1 -
    0.17 * cosDegrees(h - 30) +
    0.24 * cosDegrees(2 * h) +
    0.32 * cosDegrees(3 * h + 6) -
    0.2 * cosDegrees(4 * h - 63)
  const dl = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2))
  const dc = (c2 - c1) / (1 + 0.045 * c)
  const dh = (2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * RADIANS)) / (1 + 0.015 * c * t)
  const bend = 30 * Math.exp(-(((h - 275) / 25) ** 2))
  const twist = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(2 * bend * RADIANS)
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + twist * dc * dh)
}

const RADIANS = Math.PI / 180
const cosDegrees = (degrees: number) => Math.cos(degrees * RADIANS)
const hueOf = (a: number, b: number) => (Math.atan2(b, a) / RADIANS + 360) % 360

/** Convert an sRGB hex color (`#rgb` or `#rrggbb`) to CIELAB with the white point D65. */
function toLab(hex: string): [number, number, number] {
  const digits = hex.replace('#', '')
  const full = digits.length === 3 ? [...digits].map(d => d + d).join('') : digits
  const [r, g, b] = [0, 2, 4].map(at =>
    toLinear(Number.parseInt(full.slice(at, at + 2), 16) / 255),
  ) as Vector3
  const x = labCurve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
  const y = labCurve(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = labCurve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

type Vector3 = [number, number, number]
const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const labCurve = (v: number) => (v > 216 / 24389 ? Math.cbrt(v) : (24389 / 27) * (v / 116) + 16 / 116)
