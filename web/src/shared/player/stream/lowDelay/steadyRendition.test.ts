import type { HlsConfig } from 'hls.js'
import { expect, test } from 'vitest'
import { holdRendition, isWithinSegment } from './steadyRendition'

const part = (segment: number, index: number) => ({ level: 1, segment, index })
/** Segment 7 is complete with four parts, and segment 8 has two so far. */
const DETAILS = {
  endSN: 7,
  partList: [0, 1, 2, 3, 0, 1].map((index, i) => ({ fragment: { sn: i < 4 ? 7 : 8 }, index })),
} as never

test('a part of the segment in progress is within its segment', () => {
  expect(isWithinSegment(part(8, 1), DETAILS)).toBe(true)
})

test('the last part of a complete segment ends it', () => {
  expect(isWithinSegment(part(7, 2), DETAILS)).toBe(true)
  expect(isWithinSegment(part(7, 3), DETAILS)).toBe(false)
  expect(isWithinSegment(part(3, 0), DETAILS)).toBe(false)
})

test('the rendition changes only between two segments', () => {
  class Base {
    private chosen = 0
    get nextAutoLevel() {
      return this.chosen
    }
    set nextAutoLevel(level: number) {
      this.chosen = level
    }
  }
  let held: number | null = 1
  const Controller = holdRendition(Base as unknown as HlsConfig['abrController'], () => held)
  const controller = new Controller({} as never)
  controller.nextAutoLevel = 2
  expect(controller.nextAutoLevel).toBe(1)
  held = null
  expect(controller.nextAutoLevel).toBe(2)
})
