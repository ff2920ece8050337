// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

// Plyr needs these APIs on import, and jsdom does not have them.
vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => undefined }) as never
  globalThis.TextTrack ??= class {} as never
})

import { bindKeys } from '../controls/bindKeys'
import { LiveControls } from '../controls/LiveControls'
import { createControls } from '../controls/plyrControls'
import type { LiveWindow } from '../stream/Stream'
import type { PlayerTexts } from '../texts'
import { ShieldedSeekBar } from './ShieldedSeekBar'

const HOUR = 3600
const PLAN = 2 * HOUR
/** The length of the recording: two hours and 17 minutes, so it had overtime. */
const LENGTH = 2 * HOUR + 17 * 60
const LENGTH_TEXTS = /8220|2:17:00|137/
/** The markup without the random numbers that Plyr puts into its IDs: one of them may be 137. */
const markup = (element: HTMLElement) =>
  element.outerHTML.replaceAll(/(plyr-(?:seek|volume|settings))-\d+/g, '$1')
const texts = {
  plyr: { seekLabel: '{currentTime} of {duration}' },
  live: 'LIVE',
  goLive: 'Go to live',
  behindLive: (time: string) => `${time} behind live`,
} as Partial<PlayerTexts> as PlayerTexts
const MANIFEST = { heights: [], subtitles: [], closedCaptions: [], audioTracks: [], isLive: false }
const setPositionState = vi.fn()
const cleanups: (() => void)[] = []

function open(plan: number | null, window: LiveWindow | null = null) {
  let liveWindow = window
  const video = document.createElement('video')
  document.body.append(video)
  Object.defineProperty(video, 'duration', { value: LENGTH, configurable: true })
  const plyr = createControls({
    video,
    manifest: { ...MANIFEST, isLive: window !== null },
    texts,
    title: 'Timber @ Tide',
    storageKey: 'test',
    storyboard: null,
    selectRendition: () => undefined,
  })
  const bar = new ShieldedSeekBar(plyr, video, { texts, isLive: () => liveWindow !== null, plan })
  const live = window && new LiveControls(plyr, { liveWindow: () => liveWindow }, video, texts)
  bindKeys(plyr, video, null)
  const send = (name: string) => video.dispatchEvent(new Event(name))
  send('loadedmetadata')
  send('durationchange')
  cleanups.push(() => {
    live?.destroy()
    bar.destroy()
  })
  const frame = document.querySelector<HTMLElement>('.plyr') as HTMLElement
  return {
    plyr,
    video,
    bar,
    frame,
    send,
    move: (to: number) => {
      video.currentTime = to
      send('timeupdate')
    },
    endStream: () => {
      liveWindow = null
      send('durationchange')
      send('timeupdate')
    },
    press: (key: string) => frame.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
    seek: document.querySelector<HTMLInputElement>('[data-plyr="seek"]') as HTMLInputElement,
    label: () => document.querySelector('.plyr__time--duration')?.textContent,
  }
}

beforeEach(() => {
  localStorage.clear()
  setPositionState.mockClear()
  Object.defineProperty(navigator, 'mediaSession', { value: { setPositionState }, configurable: true })
  vi.stubGlobal('MediaMetadata', class {})
})
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
  document.body.replaceChildren()
  Reflect.deleteProperty(navigator, 'mediaSession')
  vi.unstubAllGlobals()
})

describe('the controls of a recording whose length is hidden', () => {
  test('have no length in any text or attribute, wherever the viewer is', () => {
    const { frame, move } = open(PLAN)
    for (const at of [0, 60, HOUR, LENGTH - 1]) {
      move(at)
      expect(markup(frame)).not.toMatch(LENGTH_TEXTS)
    }
  })

  test('say only the elapsed time to screen readers', () => {
    const { seek, move } = open(PLAN)
    move(HOUR + 62)
    expect(seek.getAttribute('aria-valuetext')).toBe('1:01:02')
    expect(seek.getAttribute('aria-valuemax')).toBe(String(3 * HOUR))
  })

  test('have a bar that grows while the viewer watches', () => {
    const { seek, plyr, move } = open(PLAN)
    move(HOUR)
    move(HOUR)
    expect(Number(seek.value)).toBeCloseTo(100 / 3)
    move(LENGTH + HOUR)
    expect(seek.getAttribute('aria-valuemax')).toBe(String(4 * HOUR))
    expect(plyr.duration).toBe(4 * HOUR)
  })

  test('show no buffer, which would stop at the end of the recording', () => {
    const { plyr, video, frame, send } = open(PLAN)
    vi.spyOn(video, 'buffered', 'get').mockReturnValue({ length: 1, end: () => LENGTH } as never)
    send('progress')
    expect(plyr.buffered).toBe(0)
    expect(frame.querySelector<HTMLProgressElement>('.plyr__progress__buffer')?.value).toBe(0)
  })

  test('seek by the keys 0 to 9 on the bar, not in the recording', () => {
    const { press, video } = open(PLAN)
    press('5')
    expect(video.currentTime).toBe(1.5 * HOUR)
    press('3')
    expect(video.currentTime).toBe(0.9 * HOUR)
  })

  test('give the system the length of the bar', () => {
    const { move } = open(PLAN)
    move(60)
    expect(setPositionState).toHaveBeenLastCalledWith({ duration: 3 * HOUR, position: 60, playbackRate: 1 })
  })

  test('offer no picture-in-picture, whose window may show the length', () => {
    const { video, frame } = open(PLAN)
    expect(video.disablePictureInPicture).toBe(true)
    expect(frame.classList).toContain('plyr--length-hidden')
  })
})

describe('a viewer who shows the score while the recording plays', () => {
  test('sees the length at once, and can hide it again', () => {
    const { bar, seek, plyr, video, frame, move, label } = open(PLAN)
    move(HOUR)
    expect(label()).toBe('')
    bar.hideLength(null)
    expect(label()).toBe('2:17:00')
    expect(seek.getAttribute('aria-valuemax')).toBe(String(LENGTH))
    expect(Number(seek.value)).toBeCloseTo((100 * HOUR) / LENGTH)
    expect(setPositionState).toHaveBeenLastCalledWith(undefined)
    expect(video.disablePictureInPicture).toBe(false)
    move(HOUR + 1)
    expect(seek.getAttribute('aria-valuetext')).toBe('1:00:01 of 2:17:00')
    bar.hideLength(PLAN)
    expect(plyr.duration).toBe(3 * HOUR)
    expect(markup(frame)).not.toMatch(LENGTH_TEXTS)
  })

  test('has the usual controls from the beginning without the shield', () => {
    const { plyr, frame, label } = open(null)
    expect(plyr.duration).toBe(LENGTH)
    expect(label()).toBe('2:17:00')
    expect(frame.classList).not.toContain('plyr--length-hidden')
    expect(setPositionState).not.toHaveBeenCalled()
  })
})

test('a live stream keeps its bar to the live edge, and hides the length after its end', () => {
  const { plyr, frame, endStream } = open(PLAN, { start: 0, edge: HOUR, newest: HOUR })
  expect(plyr.duration).toBe(HOUR)
  expect(frame.classList).not.toContain('plyr--length-hidden')
  endStream()
  expect(plyr.duration).toBe(3 * HOUR)
  expect(frame.classList).toContain('plyr--length-hidden')
  expect(markup(frame)).not.toMatch(LENGTH_TEXTS)
})
