import { describe, expect, it } from 'vitest'
import { type CropShare, canCrop, centeredShare, isWhole, type Size, toBox } from './crops'

const PHOTO: Size = [4000, 3000]
const centeredBox = (picture: Size, shape: Size) => toBox(centeredShare(picture, shape), picture)

describe('the crop of a picture', () => {
  it.each([
    [PHOTO, [640, 360], { x: 0, y: 375, width: 4000, height: 2250 }],
    [PHOTO, [1080, 1350], { x: 800, y: 0, width: 2400, height: 3000 }],
    [[640, 360], [640, 360], { x: 0, y: 0, width: 640, height: 360 }],
    [[333, 500], [1200, 630], { x: 0, y: 163, width: 333, height: 175 }],
  ] as const)('of %j in the shape of %j is its middle', (picture, shape, box) => {
    expect(centeredBox(picture, shape)).toEqual(box)
  })

  it('stays within the picture after rounding', () => {
    const lowerRight: CropShare = { unit: '%', x: 99.99, y: 66.7, width: 33.34, height: 33.34 }
    const { x, y, width, height } = toBox(lowerRight, [997, 331])
    expect([x + width, y + height]).toEqual([997, 331])
  })

  it('is never smaller than the server accepts', () => {
    const point: CropShare = { unit: '%', x: 50, y: 50, width: 0, height: 0 }
    expect(toBox(point, [640, 360])).toEqual({ x: 320, y: 180, width: 16, height: 16 })
  })

  it('is not needed if it is the whole picture', () => {
    expect(isWhole(centeredBox([1280, 720], [640, 360]), [1280, 720])).toBe(true)
    expect(isWhole(centeredBox(PHOTO, [640, 360]), PHOTO)).toBe(false)
  })

  it('is cut only from stored pictures with pixels', () => {
    expect(['/files/test/0123456789ab-a.jpg', '/files/test/0123456789ab-a.PNG'].map(canCrop)).toEqual([
      true,
      true,
    ])
    expect(['/files/test/a.svg', '/files/test/a.ICO', 'https://x.example/a.jpg', ''].map(canCrop)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
