// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveWindow } from '../stream/Stream'

// Plyr needs these APIs on import, and jsdom does not have them.
vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => undefined }) as never
  globalThis.TextTrack ??= class {} as never
})

import type { PlayerTexts } from '../texts'
import { LiveControls } from './LiveControls'
import { createControls } from './plyrControls'

const texts: Partial<PlayerTexts> = {
  plyr: {},
  live: 'LIVE',
  goLive: 'Go to live',
  behindLive: time => `${time} behind live`,
}
const HOUR: LiveWindow = { start: 0, edge: 3600, newest: 3604 }
let controlState: LiveWindow | null
let view: LiveControls

function playing(window: LiveWindow, at: number, shared = false) {
  controlState = window
  const video = document.createElement('video')
  document.body.append(video)
  const plyr = createControls({
    video,
    manifest: { heights: [], subtitles: [], closedCaptions: [], audioTracks: [], isLive: true },
    texts: texts as PlayerTexts,
    title: 'Timber @ Tide',
    storageKey: 'test',
    storyboard: null,
    selectRendition: () => undefined,
  })
  view = new LiveControls(plyr, { liveWindow: () => controlState }, video, texts as PlayerTexts, shared)
  const move = (to: number) => {
    video.currentTime = to
    video.dispatchEvent(new Event('timeupdate'))
  }
  move(at)
  const tell = (name: string) => video.dispatchEvent(new Event(name))
  const find = <E extends Element>(selector: string) => document.querySelector<E>(selector) as E
  return {
    plyr,
    video,
    move,
    tell,
    live: find<HTMLButtonElement>('.plyr__live'),
    behind: () => find('.plyr__live-delay').textContent,
    seek: find<HTMLInputElement>('input[data-plyr="seek"]'),
    isLive: () => find('.plyr').classList.contains('plyr--live'),
  }
}

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined)
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined)
})
afterEach(() => {
  view.destroy()
  document.body.replaceChildren()
})

test('a viewer at the live edge is live, and sees no delay', () => {
  const { live, behind, seek, isLive } = playing(HOUR, 3598)
  expect(isLive()).toBe(true)
  expect(live.classList.contains('plyr__live--delayed')).toBe(false)
  expect(behind()).toBe('')
  expect(seek.getAttribute('aria-valuetext')).toBe('LIVE')
})

test('a viewer behind sees the delay, and LIVE seeks to the edge', () => {
  const { live, behind, seek, video } = playing(HOUR, 3600 - 83)
  expect(live.classList.contains('plyr__live--delayed')).toBe(true)
  expect(behind()).toBe('-1:23')
  expect(seek.getAttribute('aria-valuetext')).toBe('1:23 behind live')
  live.click()
  expect(video.currentTime).toBe(3600)
})

test('the bar runs from the oldest position to now, for any start of the stream clock', () => {
  const { seek, plyr, video } = playing({ start: 600, edge: 1800, newest: 1804 }, 900)
  expect(Number(seek.value)).toBe(25)
  expect([plyr.duration, plyr.currentTime]).toEqual([1200, 300])
  plyr.currentTime = 1100
  expect(video.currentTime).toBe(1700)
  plyr.currentTime = 0
  expect(video.currentTime).toBe(600)
})

test('viewers cannot seek past the live edge', () => {
  const { plyr, video } = playing(HOUR, 3000)
  plyr.currentTime = 9000
  expect(video.currentTime).toBe(3600)
})

test('a simulated live stream starts at its common live position', () => {
  expect(playing(HOUR, 3604, true).video.currentTime).toBe(3600)
})

test('a viewer behind the live edge is brought back to it, but not too often', () => {
  const { video, move, tell } = playing(HOUR, 3600, true)
  Object.defineProperty(video, 'paused', { value: false })
  tell('playing')
  move(3597)
  expect(video.currentTime).toBe(3600)
  move(3597)
  expect(video.currentTime).toBe(3597)
  controlState = { start: 0, edge: 3610, newest: 3614 }
  move(3607)
  expect(video.currentTime).toBe(3610)
})

test('a viewer who seeks back in a simulated live stream stays there', () => {
  const { video, tell, plyr } = playing(HOUR, 3600, true)
  Object.defineProperty(video, 'paused', { value: false })
  tell('playing')
  plyr.currentTime = 3500
  tell('timeupdate')
  expect(video.currentTime).toBe(3500)
})

test('the bar grows while the playback is paused or stalled', () => {
  vi.useFakeTimers()
  const { seek, behind } = playing({ start: 0, edge: 100, newest: 104 }, 100)
  expect(Number(seek.value)).toBe(100)
  controlState = { start: 0, edge: 200, newest: 204 }
  vi.advanceTimersByTime(1000)
  expect(Number(seek.value)).toBe(50)
  expect(behind()).toBe('-1:40')
  vi.useRealTimers()
})

test('the first press of play after a while seeks to the edge, and a later one resumes', () => {
  const { video, move, tell } = playing(HOUR, 3000)
  tell('play')
  expect(video.currentTime).toBe(3600)
  tell('playing')
  move(1000)
  tell('play')
  expect(video.currentTime).toBe(1000)
})

test('the delay of a slow start is made up, unless the viewer has seeked', () => {
  const { video, move, tell } = playing(HOUR, 3600)
  tell('play')
  move(3597)
  tell('playing')
  expect(video.currentTime).toBe(3600)
  view.destroy()
  document.body.replaceChildren()
  const other = playing(HOUR, 3600)
  other.tell('play')
  other.plyr.currentTime = 60
  other.tell('playing')
  expect(other.video.currentTime).toBe(60)
})

test('the controls show an ended stream as a recording', () => {
  const { plyr, video, isLive, move } = playing(HOUR, 3598)
  Object.defineProperty(video, 'duration', { value: 3610 })
  controlState = null
  move(3599)
  expect(isLive()).toBe(false)
  expect([plyr.duration, plyr.currentTime]).toEqual([3610, 3599])
  plyr.currentTime = 12
  expect(video.currentTime).toBe(12)
})

test('a live stream plays at normal speed, and keeps the saved speed for recordings', () => {
  const { plyr, video } = playing(HOUR, 3600)
  localStorage.setItem('test', JSON.stringify({ speed: 1.5 }))
  video.playbackRate = 1.5
  video.dispatchEvent(new Event('ratechange'))
  expect(video.playbackRate).toBe(1)
  plyr.storage.set({ speed: 1, muted: true })
  expect(JSON.parse(localStorage.getItem('test') ?? '')).toEqual({ speed: 1.5, muted: true })
})

test.each([
  [3603, 0.95, 'ahead of the edge is a little slower, to fill the buffer'],
  [3600, 1, 'at the edge is normal'],
  [3599.8, 1.05, 'a few frames behind is a little faster'],
  [3598, 1.05, 'a little behind is a little faster'],
  [3000, 1, 'far behind is normal'],
])('at %s of 3600 the speed is %s: playback %s', (at, rate) => {
  expect(playing(HOUR, at).video.playbackRate).toBe(rate)
})
