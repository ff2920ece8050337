/** The position of a picture on the screen. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
} as const

export type ArrowKey = keyof typeof DIRECTIONS

export const isArrowKey = (key: string): key is ArrowKey => key in DIRECTIONS

/** Return the index of the next picture in the direction of an arrow key, or null at the edge. */
export function neighborOf(boxes: readonly Box[], from: number, key: ArrowKey): number | null {
  const start = boxes[from]
  if (!start) return null
  const [x, y] = DIRECTIONS[key]
  const distances = boxes.map(box => {
    const along = x * (centerX(box) - centerX(start)) + y * (centerY(box) - centerY(start))
    const isAhead =
      x !== 0
        ? x * (box.left - start.left) > 0 && x * (right(box) - right(start)) > 0
        : y * (box.top - start.top) > 0 && y * (bottom(box) - bottom(start)) > 0
    const aside =
      x !== 0
        ? gap(box.top, bottom(box), start.top, bottom(start))
        : gap(box.left, right(box), start.left, right(start))
    // Of several pictures beside it, the one at the same height or in the same column.
    const offset = Math.abs(x !== 0 ? centerY(box) - centerY(start) : centerX(box) - centerX(start))
    return isAhead && along > 0 ? along + aside * 4 + offset / 8 : Number.POSITIVE_INFINITY
  })
  const nearest = Math.min(...distances)
  return Number.isFinite(nearest) ? distances.indexOf(nearest) : null
}

const right = ({ left, width }: Box) => left + width
const bottom = ({ top, height }: Box) => top + height
const centerX = (box: Box) => box.left + box.width / 2
const centerY = (box: Box) => box.top + box.height / 2

/** Return the distance between two ranges; 0 if they overlap. */
const gap = (from: number, to: number, otherFrom: number, otherTo: number) =>
  Math.max(0, otherFrom - to, from - otherTo)
