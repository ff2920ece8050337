// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlayTold } from '@/shared/telling'
import { texts as adTexts, aFilm, playingVideos } from './ads/adFakes'
import type { MountOptions } from './mount'
import { mount } from './mount'
import type { LiveWindow, Stream, StreamEvents } from './stream'

const MANIFEST = { heights: [720, 480], subtitles: [], closedCaptions: [], sounds: [], live: false }
let heard: StreamEvents
let live: LiveWindow | null = null
const chosen: string[] = []

// What Plyr looks for, partly as soon as it is imported, and jsdom lacks.
vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => undefined }) as never
  globalThis.TextTrack ??= class {} as never
})

vi.mock('./hlsStream', () => ({
  hlsSupported: () => true,
  HlsStream: class implements Stream {
    readonly meter = null
    constructor(
      private readonly video: HTMLVideoElement,
      events: StreamEvents,
    ) {
      heard = events
    }
    load = () => undefined
    renew = () => undefined
    recover = () => undefined
    choose = () => undefined
    chooseSound = (name: string) => chosen.push(name)
    window = () => live
    instant = (at: number) => 1_000_000 + at * 1000
    frameRate = () => null
    captionOffset = () => 0
    sign = (url: string) => url
    destroy = () => {
      this.video.currentTime = 0
    }
  },
}))

const told = { title: '', text: '' }
const texts = {
  language: 'en',
  plyr: {},
  auto: 'Auto',
  captions: 'Captions',
  sound: (number: string) => `Audio ${number}`,
  live: 'LIVE',
  goLive: 'Go to live',
  behind: (time: string) => `${time} behind live`,
  interrupted: told,
  slow: { viewer: told, delivery: told },
  unreached: { viewer: '', delivery: '', source: '' },
  theatre: 'Theatre',
  cast: 'Cast',
  retry: 'Try again',
  loading: 'Loading',
  told: {
    offline: told,
    expired: told,
    denied: told,
    notFound: told,
    unreachable: told,
    unsupported: told,
    broken: told,
  },
}

function mounted(changes: Partial<MountOptions> = {}) {
  const host = document.createElement('div')
  document.body.append(host)
  const on = {
    ready: vi.fn(),
    failed: vi.fn(),
    trying: vi.fn(),
    interrupted: vi.fn(),
    standing: vi.fn(),
    time: vi.fn(),
    ended: vi.fn(),
    theatre: vi.fn(),
  }
  const player = mount(host, {
    source: { url: '/a/master.m3u8', expiresAt: null },
    title: 'Timber @ Tide',
    poster: null,
    storyboard: null,
    startAt: 0,
    range: null,
    frameRate: null,
    loops: () => false,
    clock: null,
    autoPlay: false,
    theatre: false,
    storageKey: 'test',
    texts,
    ads: null,
    thing: null,
    tell: () => undefined,
    renew: async () => null,
    on,
    ...changes,
  })
  const video = host.querySelector('video')
  if (!video) throw new Error('No video')
  return { player, on, host, video }
}

beforeEach(() => {
  localStorage.clear() // where Plyr remembers the sound
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined)
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined)
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('')
})
afterEach(() => document.body.replaceChildren())

const refusal = (name: string) => () => Promise.reject(new DOMException('', name))

test('a storyboard that does not come holds up no picture', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const { on, player } = mounted({ storyboard: '/a/storyboard.vtt' })
  heard.manifest(MANIFEST)
  expect(on.ready).toHaveBeenCalledTimes(1)
  player.destroy()
})

test('a storyboard that is not there leaves the time on the seek bar', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
  const { host, player } = mounted({ storyboard: '/a/storyboard.vtt' })
  heard.manifest(MANIFEST)
  const tip = host.querySelector<HTMLElement>('.plyr__progress .plyr__tooltip')
  await vi.waitFor(() => expect(tip?.hidden).toBe(false))
  player.destroy()
})

test('a player that may not start with sound starts without', async () => {
  const { video, player } = mounted({ autoPlay: true })
  vi.spyOn(video, 'play').mockImplementation(refusal('NotAllowedError'))
  heard.manifest(MANIFEST)
  await vi.waitFor(() => expect(video.muted).toBe(true))
  player.destroy()
})

test('a press on play before the stream is known is kept until it is', () => {
  const { video, player } = mounted()
  const play = vi.spyOn(video, 'play').mockResolvedValue()
  player.play()
  expect(play).not.toHaveBeenCalled()
  heard.manifest(MANIFEST)
  expect(play).toHaveBeenCalledTimes(1)
  player.play()
  expect(play).toHaveBeenCalledTimes(2)
  player.destroy()
})

test('a start that something else broke off keeps the sound', async () => {
  const { video, player } = mounted({ autoPlay: true })
  const play = vi.spyOn(video, 'play').mockImplementation(refusal('AbortError'))
  heard.manifest(MANIFEST)
  await new Promise(done => setTimeout(done))
  expect(play).toHaveBeenCalledTimes(1)
  expect(video.muted).toBe(false)
  player.destroy()
})

test('the theatre button knows its state before anybody presses it, and after', () => {
  const { host, player } = mounted({ theatre: true })
  heard.manifest(MANIFEST)
  const pressed = () => host.querySelector('.plyr__theatre')?.getAttribute('aria-pressed')
  expect(pressed()).toBe('true')
  player.theatre(false)
  expect(pressed()).toBe('false')
  player.destroy()
})

test('a theatre mode that changes while the player loads is the one its button has', () => {
  const { host, player } = mounted()
  player.theatre(true)
  heard.manifest(MANIFEST)
  expect(host.querySelector('.plyr__theatre')?.getAttribute('aria-pressed')).toBe('true')
  player.destroy()
})

test('a live game that began behind an ad is shown at its edge when that is over', async () => {
  playingVideos()
  const prerolls = { choose: () => aFilm(), played: () => undefined }
  const { host, video, player } = mounted({ ads: { prerolls, texts: adTexts } })
  Object.defineProperty(video, 'currentTime', { value: 100, writable: true })
  live = { start: 0, edge: 100, newest: 103 }
  heard.manifest({ ...MANIFEST, live: true })
  await video.play()
  const ad = await vi.waitFor(() => {
    const found = host.querySelector('.break video')
    if (!found) throw new Error('No ad')
    return found
  })
  expect(video.paused).toBe(true)
  live = { start: 0, edge: 115, newest: 118 }
  ad.dispatchEvent(new Event('ended'))
  await vi.waitFor(() => expect(video.paused).toBe(false))
  expect(video.currentTime).toBe(115)
  player.destroy()
  live = null
})

test('what Plyr still does when its player has left harms nothing, however late the machine is', () => {
  const late: (() => void)[] = []
  vi.spyOn(window, 'setTimeout').mockImplementation(((then: () => void) => late.push(then)) as never)
  const { player } = mounted()
  heard.manifest(MANIFEST)
  player.destroy()
  expect(late.length).toBeGreaterThan(1)
  // The last one takes its elements away from those that a busy machine has kept waiting.
  for (const then of late.reverse()) expect(then).not.toThrow()
})

test('what happens to a play is told: its first picture, another rendition, what was watched, why it stopped', () => {
  const told: PlayTold[] = []
  const { video, on, player } = mounted({ thing: { type: 'event', id: 12 }, tell: fact => told.push(fact) })
  heard.manifest(MANIFEST)
  heard.rendition(480, 1_200)
  Object.defineProperties(video, { currentTime: { value: 0, writable: true }, paused: { value: false } })
  for (const name of ['play', 'playing', 'timeupdate']) video.dispatchEvent(new Event(name))
  heard.rendition(720, 3_400)
  heard.fault('missing')
  expect(on.failed).toHaveBeenCalledWith('notFound', 'delivery')
  video.currentTime = 3
  video.dispatchEvent(new Event('timeupdate'))
  player.destroy()
  expect(told).toMatchObject([
    { event: 'first_frame', bitrate: 1_200 },
    { event: 'quality', bitrate: 3_400 },
    { event: 'error', side: 'delivery', fault: 'not_found' },
    { event: 'viewing', watched: 3, position: 3 },
  ])
})

test('where nothing may begin by itself, the first picture is late from the viewer’s press on', async () => {
  let now = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const told: PlayTold[] = []
  const { video, player } = mounted({
    autoPlay: true,
    thing: { type: 'event', id: 12 },
    tell: fact => told.push(fact),
  })
  const play = vi.spyOn(video, 'play').mockImplementation(refusal('NotAllowedError'))
  heard.manifest(MANIFEST)
  await vi.waitFor(() => expect(play).toHaveBeenCalledTimes(2))
  await new Promise(done => setTimeout(done))
  now = 61_000
  video.dispatchEvent(new Event('play'))
  now = 61_400
  video.dispatchEvent(new Event('playing'))
  expect(told).toMatchObject([{ event: 'first_frame', startup: 400 }])
  player.destroy()
})

test('every icon of the player is a symbol of its own document, so that a sandbox shows it', () => {
  const { host, player } = mounted()
  heard.manifest(MANIFEST)
  const addresses = [...host.querySelectorAll('use')].flatMap(use =>
    [...use.attributes].filter(({ localName }) => localName === 'href').map(({ value }) => value),
  )
  expect(addresses.length).toBeGreaterThan(8)
  for (const address of addresses) {
    expect(address).toMatch(/^#plyr-/)
    expect(document.querySelector(address)?.tagName, address).toBe('symbol')
  }
  player.destroy()
})

const TWO_SOUNDS = {
  ...MANIFEST,
  sounds: [
    { name: 'Français', language: 'fr' },
    { name: 'Sound 2', language: '' },
  ],
}

test('a viewer chooses among several sounds, by pointer or by keyboard', () => {
  chosen.length = 0
  const { host, player } = mounted()
  heard.manifest(TWO_SOUNDS)
  const items = [...host.querySelectorAll<HTMLElement>('[id$="-sounds"] [role="menuitemradio"]')]
  expect(items.map(item => item.textContent)).toEqual(['Français', 'Audio 2'])
  const checked = () => items.map(item => item.getAttribute('aria-checked'))
  expect(checked()).toEqual(['true', 'false'])
  const popup = host.querySelector<HTMLElement>('.plyr__menu__container')
  for (const part of [popup, items[0]?.closest<HTMLElement>('[hidden]')]) if (part) part.hidden = false
  items[0]?.focus()
  items[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
  expect(document.activeElement).toBe(items[1])
  items[1]?.click()
  expect(checked()).toEqual(['false', 'true'])
  expect(chosen).toEqual(['Sound 2'])
  const values = [...host.querySelectorAll('.plyr__menu__value')].map(value => value.textContent)
  expect(values).toContain('Audio 2')
  player.destroy()
})

test('one sound alone is no menu', () => {
  const { host, player } = mounted()
  heard.manifest(MANIFEST)
  expect(host.querySelector('[id$="-sounds"]')).toBeNull()
  player.destroy()
})
