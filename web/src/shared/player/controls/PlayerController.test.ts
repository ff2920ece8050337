// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { LiveWindow } from '../stream/Stream'
import { VideoController } from './PlayerController'

function createController(live: LiveWindow | null = null) {
  const video = document.createElement('video')
  let paused = false
  Object.defineProperties(video, {
    duration: { value: 60 },
    currentTime: { value: 10.01, writable: true },
    paused: { get: () => paused },
    pause: {
      value: () => {
        paused = true
      },
    },
  })
  const stream = {
    liveWindow: () => live,
    instantAt: (at: number) => 1_000_000 + at * 1000,
    frameRate: () => 25,
  }
  const frame = document.createElement('div')
  const progress = document.createElement('div')
  frame.append(progress)
  return { control: new VideoController(video, stream, { frame, progress }), video, progress }
}

/** Return the places of the marks on a seek bar, from 0 at its start to 1 at its end. */
const placesOf = (progress: HTMLElement) =>
  [...progress.querySelectorAll<HTMLElement>('.seek-markers__mark')].map(mark =>
    Number(mark.style.getPropertyValue('--at')),
  )

describe('the player controller of a page', () => {
  it('returns the time at which a frame was recorded', () => {
    const { control } = createController()
    expect(control.instant()).toBe(1_010_010)
    expect(control.instant(20)).toBe(1_020_000)
  })

  it('returns the available window of a recording and of a stream', () => {
    expect(createController().control.window()).toEqual({ start: 0, end: 60 })
    const live = { start: 100, edge: 190, newest: 196 }
    expect(createController(live).control.window()).toEqual({ start: 100, end: 196 })
  })

  it('marks moments on the seek bar, which ends at the live position', () => {
    const recording = createController()
    recording.control.setMarkers([{ seconds: 15, isBig: true }])
    expect(placesOf(recording.progress)).toEqual([0.25])
    const live = createController({ start: 100, edge: 200, newest: 206 })
    live.control.setMarkers([50, 150, 205].map(seconds => ({ seconds, isBig: false })))
    expect(placesOf(live.progress)).toEqual([0.5])
  })

  it('steps one frame and stops in its middle', () => {
    const { control, video } = createController()
    control.step(1)
    expect(control.paused).toBe(true)
    expect(video.currentTime).toBeCloseTo((251 + 0.5) / 25)
    control.step(-2)
    expect(video.currentTime).toBeCloseTo((249 + 0.5) / 25)
  })

  it('does not step before the first frame or past the last', () => {
    const { control, video } = createController()
    control.step(-1000)
    expect(video.currentTime).toBe(0)
    control.step(100_000)
    expect(video.currentTime).toBeCloseTo(59.98)
  })
})
