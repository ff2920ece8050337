// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RangeGuard } from './RangeGuard'

const RATE = 25
const RANGE = { from: 2, to: 4 }

/** A video whose frames a test shows by hand. */
function aVideo() {
  const video = document.createElement('video')
  let told: VideoFrameRequestCallback = () => undefined
  let at = 0
  let paused = true
  Object.defineProperties(video, {
    requestVideoFrameCallback: {
      value: (heard: VideoFrameRequestCallback) => {
        told = heard
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
  /** The frame with this number is shown. */
  const frame = (number: number) => {
    at = number / RATE
    told(0, { mediaTime: number / RATE } as VideoFrameCallbackMetadata)
  }
  return { video, play, frame, isPaused: () => paused }
}

let loops = false
const ended = vi.fn()
const again = vi.fn()
const guarded = (strict = true) => {
  const shown = aVideo()
  const guard = new RangeGuard(shown.video, {
    range: RANGE,
    frameRate: RATE,
    loops: () => loops,
    strict,
    ended,
    again,
  })
  return { guard, ...shown }
}

beforeEach(() => {
  loops = false
  ended.mockClear()
  again.mockClear()
})
afterEach(() => document.body.replaceChildren())

describe('a range that is all there is', () => {
  it('begins in the middle of its first frame, which no rounding can miss', () => {
    const { guard, video, play } = guarded()
    play()
    expect(video.currentTime).toBeCloseTo(2.02)
    guard.destroy()
  })

  it('shows nothing before its first frame is there', () => {
    const { guard, video } = guarded()
    expect(video.style.visibility).toBe('hidden')
    video.currentTime = 2.02
    expect(video.style.visibility).toBe('')
    guard.destroy()
  })

  it('stops at its last frame, before one of what follows is shown', () => {
    const { guard, video, play, frame, isPaused } = guarded()
    play()
    frame(98)
    expect(isPaused()).toBe(false)
    frame(99)
    expect(isPaused()).toBe(true)
    expect(video.currentTime).toBeCloseTo(3.98)
    expect(ended).toHaveBeenCalledTimes(1)
    expect(again).not.toHaveBeenCalled()
    guard.destroy()
  })

  it('begins again when it is played after its end', () => {
    const { guard, video, play, frame } = guarded()
    play()
    frame(99)
    play()
    expect(video.currentTime).toBeCloseTo(2.02)
    guard.destroy()
  })

  it('goes round where it loops', () => {
    loops = true
    const { guard, video, play, frame, isPaused } = guarded()
    play()
    frame(99)
    expect(video.currentTime).toBeCloseTo(2.02)
    expect(isPaused()).toBe(false)
    expect(ended).not.toHaveBeenCalled()
    expect(again).toHaveBeenCalledTimes(1)
    guard.destroy()
  })

  it('cannot be left', () => {
    const { guard, video } = guarded()
    video.currentTime = 0.5
    expect(video.currentTime).toBeCloseTo(2.02)
    video.currentTime = 9
    expect(video.currentTime).toBeCloseTo(3.98)
    guard.destroy()
  })
})

describe('a range that is being chosen', () => {
  it('goes round while one is in it, and lets one look around', () => {
    loops = true
    const { guard, video, play, frame } = guarded(false)
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
