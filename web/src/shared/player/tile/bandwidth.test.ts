import { describe, expect, it } from 'vitest'
import { divideBandwidth, measureBandwidth, type SharedPicture } from './bandwidth'

const KBPS = 1_000
/** 360 lines with 800 kbit/s, 720 lines with 3,000 kbit/s, 1,080 lines with 6,000 kbit/s. */
const LADDER = [
  { bitrate: 800 * KBPS, height: 360 },
  { bitrate: 3_000 * KBPS, height: 720 },
  { bitrate: 6_000 * KBPS, height: 1080 },
]
const LOWEST_SUM = 4 * 800 * KBPS

const fourPictures = (preferred: number | null, height = 1080): SharedPicture[] =>
  [1, 2, 3, 4].map(id => ({ id, renditions: LADDER, height, isPreferred: id === preferred }))

const limitsOf = (pictures: SharedPicture[], bandwidth: number | null, current: number[] = []) => [
  ...divideBandwidth(
    pictures,
    bandwidth,
    new Map(current.map((limit, index) => [index + 1, limit])),
  ).values(),
]

describe('the division of the bandwidth between four pictures', () => {
  it.each([
    ['is not measured yet', null, [0, 0, 0, 0]],
    ['is less than all smallest renditions', LOWEST_SUM * 0.5, [0, 0, 0, 0]],
    ['fits the smallest renditions and a fifth more', LOWEST_SUM * 1.2, [0, 0, 0, 0]],
    ['fits one better rendition with room to spare', 8_400 * KBPS, [0, 1, 0, 0]],
    ['fits the best rendition of one', 13_000 * KBPS, [0, 2, 0, 0]],
    ['fits the best of one and a better one of another', 16_500 * KBPS, [1, 2, 0, 0]],
    ['is plenty', 100_000 * KBPS, [2, 2, 2, 2]],
  ] as const)('if it %s', (_, bandwidth, expected) => {
    expect(limitsOf(fourPictures(2), bandwidth)).toEqual(expected)
  })

  it.each([
    ['the lowest is all that a small picture shows', 200, [0, 0, 0, 0]],
    ['a picture of 604 lines shows 720', 604, [1, 1, 1, 1]],
    ['a picture of 480 lines does not show 720', 480, [0, 0, 0, 0]],
    ['nothing is above the size of the picture', 860, [1, 1, 1, 1]],
  ])('%s, however fast the connection is', (_, height, expected) => {
    expect(limitsOf(fourPictures(1, height), 100_000 * KBPS)).toEqual(expected)
  })

  it('gives the others their turn, if none is preferred', () => {
    expect(limitsOf(fourPictures(null), 12_000 * KBPS)).toEqual([1, 1, 0, 0])
  })

  it('keeps a rendition that plays with less room than a new one needs', () => {
    const bandwidth = 6_500 * KBPS
    expect(limitsOf(fourPictures(1), bandwidth)).toEqual([0, 0, 0, 0])
    expect(limitsOf(fourPictures(1), bandwidth, [1, 0, 0, 0])).toEqual([1, 0, 0, 0])
    expect(limitsOf(fourPictures(1), 5_600 * KBPS, [1, 0, 0, 0])).toEqual([0, 0, 0, 0])
  })

  it('gives nothing more to any picture before all of them have begun', () => {
    const pictures = fourPictures(1).map(picture => ({
      ...picture,
      renditions: picture.id === 3 ? [] : LADDER,
    }))
    expect(limitsOf(pictures, 100_000 * KBPS)).toEqual([0, 0, 0, 0])
  })
})

describe('the measured bandwidth', () => {
  const transfer = (start: number, end: number, bytes = 100_000) => ({ start, end, bytes })

  it('is unknown with too few transfers or bytes', () => {
    expect(measureBandwidth([])).toBeNull()
    expect(measureBandwidth([transfer(0, 100), transfer(100, 200), transfer(200, 300)])).toBeNull()
    expect(measureBandwidth([1, 2, 3, 4].map(at => transfer(at, at + 1, 10)))).toBeNull()
  })

  it('is that of all pictures together while they load at the same time', () => {
    // Each of them alone would have measured a quarter.
    expect(measureBandwidth([0, 1, 2, 3].map(() => transfer(0, 1_000)))).toBe(3_200_000)
  })

  it('is not the sum of what each picture measures while it loads alone', () => {
    expect(measureBandwidth([0, 1, 2, 3].map(at => transfer(at * 1_000, at * 1_000 + 250)))).toBe(3_200_000)
  })

  it('does not count the same time twice', () => {
    expect(
      measureBandwidth([transfer(0, 900), transfer(100, 300), transfer(200, 1_000), transfer(5_000, 6_000)]),
    ).toBe(1_600_000)
  })
})
