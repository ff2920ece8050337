// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { FrameRateMeter } from './FrameRateMeter'
import { DEFAULT_FRAME_RATE } from './range'

function measureFrames() {
  const video = document.createElement('video')
  let onFrame: VideoFrameRequestCallback = () => undefined
  Object.defineProperties(video, {
    requestVideoFrameCallback: {
      value: (callback: VideoFrameRequestCallback) => {
        onFrame = callback
      },
    },
    seeking: { value: false },
  })
  const rate = new FrameRateMeter(video)
  const show = (presentedFrames: number, mediaTime: number) =>
    onFrame(0, { presentedFrames, mediaTime } as VideoFrameCallbackMetadata)
  return { rate, show }
}

test('the frame rate is measured from consecutive frames, and rounded to a standard rate', () => {
  const { rate, show } = measureFrames()
  expect(rate.value).toBe(DEFAULT_FRAME_RATE)
  for (let frame = 0; frame < 8; frame += 1) show(frame, frame / 25 + (frame % 2) * 0.0003)
  expect(rate.value).toBe(25)
})

test('a dropped frame or a seek is ignored', () => {
  const { rate, show } = measureFrames()
  for (let frame = 0; frame < 8; frame += 1) show(2 * frame, frame / 12)
  expect(rate.value).toBe(DEFAULT_FRAME_RATE)
})

test('a video with 29.97 frames per second is not rounded to 30', () => {
  const { rate, show } = measureFrames()
  for (let frame = 0; frame < 8; frame += 1) show(frame, (frame * 1001) / 30000)
  expect(rate.value).toBeCloseTo(29.97, 2)
})
