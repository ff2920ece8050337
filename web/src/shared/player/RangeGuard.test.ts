// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RangeGuard } from './RangeGuard'

const RATE = 25
const RANGE = { from: 2, to: 4 }

/** Create a video whose frames the test shows one by one. */
function createVideo() {
  const video = document.createElement('video')
  let onFrame: VideoFrameRequestCallback = () => undefined
  let at = 0
  let paused = true
  Object.defineProperties(video, {
    requestVideoFrameCallback: {
      value: (callback: VideoFrameRequestCallback) => {
        onFrame = callback
      },
    },
    cancelVideoFrameCallback: { value: () => undefined },
    paused: { get: () => paused },
    pause: {
      value: () => {
        paused = true
      },
    },
    currentTime: {
      get: () => at,
      set: (to: number) => {
        at = to
        video.dispatchEvent(new Event('seeking'))
        video.dispatchEvent(new Event('seeked'))
      },
    },
  })
  const play = () => {
    paused = false
    video.dispatchEvent(new Event('play'))
  }
  /** Show the frame with this number. */
  const frame = (number: number) => {
    at = number / RATE
    onFrame(0, { mediaTime: number / RATE } as VideoFrameCallbackMetadata)
  }
  return { video, play, frame, isPaused: () => paused }
}

let isLooping = false
const onEnd = vi.fn()
const onRestart = vi.fn()
const createGuard = (strict = true) => {
  const shown = createVideo()
  const guard = new RangeGuard(shown.video, {
    range: RANGE,
    frameRate: RATE,
    isLooping: () => isLooping,
    isStrict: strict,
    onEnd,
    onRestart,
  })
  return { guard, ...shown }
}

beforeEach(() => {
  isLooping = false
  onEnd.mockClear()
  onRestart.mockClear()
})
afterEach(() => document.body.replaceChildren())

describe('a clip range', () => {
  it('starts in the middle of its first frame, which no rounding can miss', () => {
    const { guard, video, play } = createGuard()
    play()
    expect(video.currentTime).toBeCloseTo(2.02)
    guard.destroy()
  })

  it('shows nothing before its first frame', () => {
    const { guard, video } = createGuard()
    expect(video.style.visibility).toBe('hidden')
    video.currentTime = 2.02
    expect(video.style.visibility).toBe('')
    guard.destroy()
  })

  it('stops at its last frame, before the next one is shown', () => {
    const { guard, video, play, frame, isPaused } = createGuard()
    play()
    frame(98)
    expect(isPaused()).toBe(false)
    frame(99)
    expect(isPaused()).toBe(true)
    expect(video.currentTime).toBeCloseTo(3.98)
    expect(onEnd).toHaveBeenCalledTimes(1)
    expect(onRestart).not.toHaveBeenCalled()
    guard.destroy()
  })

  it('starts again when it is played after its end', () => {
    const { guard, video, play, frame } = createGuard()
    play()
    frame(99)
    play()
    expect(video.currentTime).toBeCloseTo(2.02)
    guard.destroy()
  })

  it('repeats if it loops', () => {
    isLooping = true
    const { guard, video, play, frame, isPaused } = createGuard()
    play()
    frame(99)
    expect(video.currentTime).toBeCloseTo(2.02)
    expect(isPaused()).toBe(false)
    expect(onEnd).not.toHaveBeenCalled()
    expect(onRestart).toHaveBeenCalledTimes(1)
    guard.destroy()
  })

  it('limits seeking', () => {
    const { guard, video } = createGuard()
    video.currentTime = 0.5
    expect(video.currentTime).toBeCloseTo(2.02)
    video.currentTime = 9
    expect(video.currentTime).toBeCloseTo(3.98)
    guard.destroy()
  })
})

describe('a range in the editor', () => {
  it('loops while playback is within it, and allows seeking outside', () => {
    isLooping = true
    const { guard, video, play, frame } = createGuard(false)
    video.currentTime = 9
    expect(video.currentTime).toBe(9)
    play()
    frame(230)
    expect(video.currentTime).toBeCloseTo(9.2)
    frame(99)
    expect(video.currentTime).toBeCloseTo(2.02)
    guard.destroy()
  })
})
