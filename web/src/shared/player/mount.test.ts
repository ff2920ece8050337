// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlaybackEvent } from '@/shared/telemetry'
import { texts as adTexts, aSponsorPreroll, fakeVideoPlayback } from './ads/adFakes'
import type { MountOptions } from './mount'
import { mount } from './mount'
import type { LiveWindow, Stream, StreamEvents } from './stream/Stream'

const MANIFEST = { heights: [720, 480], subtitles: [], closedCaptions: [], audioTracks: [], isLive: false }
let handlers: StreamEvents
let live: LiveWindow | null = null
const chosenRenditions: string[] = []
const loadedUrls: string[] = []

// Plyr needs these APIs, some of them on import, and jsdom does not have them.
vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => undefined }) as never
  globalThis.TextTrack ??= class {} as never
})

const loadSegments = vi.hoisted(() => vi.fn())
vi.mock('./stream/HlsStream', () => ({
  isHlsSupported: () => true,
  HlsStream: class implements Stream {
    readonly meter = null
    constructor(
      private readonly video: HTMLVideoElement,
      events: StreamEvents,
    ) {
      handlers = events
    }
    load = (url: string, _: number, isHeld?: boolean) => loadedUrls.push(isHeld ? `${url}, held` : url)
    renew = () => undefined
    loadSegments = loadSegments
    recover = () => undefined
    selectRendition = () => undefined
    selectAudioTrack = (name: string) => chosenRenditions.push(name)
    liveWindow = () => live
    instantAt = (at: number) => 1_000_000 + at * 1000
    positionAt = (instant: number) => (instant - 1_000_000) / 1000
    frameRate = () => null
    captionOffset = () => 0
    sign = (url: string) => url
    leaveLowDelay = () => {}
    destroy = () => {
      this.video.currentTime = 0
    }
  },
}))

const fatalMessage = { title: '', text: '' }
const texts = {
  language: 'en',
  plyr: {},
  auto: 'Auto',
  audioOnly: 'Audio only',
  captions: 'Captions',
  audioTrack: (number: string) => `Audio ${number}`,
  live: 'LIVE',
  goLive: 'Go to live',
  behindLive: (time: string) => `${time} behind live`,
  interrupted: fatalMessage,
  slow: { viewer: fatalMessage, delivery: fatalMessage },
  unreachable: { viewer: '', delivery: '', source: '' },
  theater: 'Theatre',
  cast: 'Cast',
  castUnavailable: fatalMessage,
  retry: 'Try again',
  loading: 'Loading',
  failures: {
    offline: fatalMessage,
    expired: fatalMessage,
    denied: fatalMessage,
    notFound: fatalMessage,
    unreachable: fatalMessage,
    unsupported: fatalMessage,
    broken: fatalMessage,
  },
}

function mountPlayer(changes: Partial<MountOptions> = {}) {
  const host = document.createElement('div')
  document.body.append(host)
  const on = {
    ready: vi.fn(),
    failed: vi.fn(),
    retrying: vi.fn(),
    interrupted: vi.fn(),
    stalled: vi.fn(),
    time: vi.fn(),
    ended: vi.fn(),
    theater: vi.fn(),
    casting: vi.fn(),
    castUnavailable: vi.fn(),
    audioOnly: vi.fn(),
  }
  const player = mount(host, {
    source: { url: '/a/master.m3u8', expiresAt: null },
    title: 'Timber @ Tide',
    poster: null,
    storyboard: null,
    startAt: 0,
    range: null,
    frameRate: null,
    isLooping: () => false,
    simulationClock: null,
    autoPlay: false,
    isAudioOnly: false,
    isTheater: false,
    hiddenLengthPlan: null,
    storageKey: 'test',
    hasGoogleCast: false,
    texts,
    ads: null,
    content: null,
    emit: () => undefined,
    renewSource: async () => null,
    events: on,
    ...changes,
  })
  const video = host.querySelector('video')
  if (!video) throw new Error('No video')
  return { player, on, host, video }
}

beforeEach(() => {
  localStorage.clear() // Plyr stores the volume there
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined)
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined)
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('')
})
afterEach(() => document.body.replaceChildren())

const refusedResponse = (name: string) => () => Promise.reject(new DOMException('', name))

test('a storyboard that is slow to load does not delay the video', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const { on, player } = mountPlayer({ storyboard: '/a/storyboard.vtt' })
  handlers.manifest(MANIFEST)
  expect(on.ready).toHaveBeenCalledTimes(1)
  player.destroy()
})

test('without a storyboard the seek bar still shows the time', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
  const { host, player } = mountPlayer({ storyboard: '/a/storyboard.vtt' })
  handlers.manifest(MANIFEST)
  const tip = host.querySelector<HTMLElement>('.plyr__progress .plyr__tooltip')
  await vi.waitFor(() => expect(tip?.hidden).toBe(false))
  player.destroy()
})

test('a player that cannot start with sound starts muted', async () => {
  const { video, player } = mountPlayer({ autoPlay: true })
  vi.spyOn(video, 'play').mockImplementation(refusedResponse('NotAllowedError'))
  handlers.manifest(MANIFEST)
  await vi.waitFor(() => expect(video.muted).toBe(true))
  player.destroy()
})

test('a press of play before the stream is known starts playback once it is', () => {
  const { video, player } = mountPlayer()
  const play = vi.spyOn(video, 'play').mockResolvedValue()
  player.play()
  expect(play).not.toHaveBeenCalled()
  handlers.manifest(MANIFEST)
  expect(play).toHaveBeenCalledTimes(1)
  player.play()
  expect(play).toHaveBeenCalledTimes(2)
  player.destroy()
})

test('an interrupted start keeps the sound on', async () => {
  const { video, player } = mountPlayer({ autoPlay: true })
  const play = vi.spyOn(video, 'play').mockImplementation(refusedResponse('AbortError'))
  handlers.manifest(MANIFEST)
  await new Promise(done => setTimeout(done))
  expect(play).toHaveBeenCalledTimes(1)
  expect(video.muted).toBe(false)
  player.destroy()
})

test('the theater button shows its state before and after a press', () => {
  const { host, player } = mountPlayer({ isTheater: true })
  handlers.manifest(MANIFEST)
  const pressed = () => host.querySelector('.plyr__theater')?.getAttribute('aria-pressed')
  expect(pressed()).toBe('true')
  player.setTheater(false)
  expect(pressed()).toBe('false')
  player.destroy()
})

test('the theater button shows a mode that was set while the player was loading', () => {
  const { host, player } = mountPlayer()
  player.setTheater(true)
  handlers.manifest(MANIFEST)
  expect(host.querySelector('.plyr__theater')?.getAttribute('aria-pressed')).toBe('true')
  player.destroy()
})

test('a live game after a pre-roll starts at its live edge', async () => {
  fakeVideoPlayback()
  const choice = Promise.resolve({ preroll: aSponsorPreroll(), report: null })
  const prerolls = { select: () => ({ choice, houseAd: null }), recordPlayed: () => undefined }
  const { host, video, player } = mountPlayer({ ads: { prerolls, texts: adTexts } })
  Object.defineProperty(video, 'currentTime', { value: 100, writable: true })
  live = { start: 0, edge: 100, newest: 103 }
  handlers.manifest({ ...MANIFEST, isLive: true })
  await video.play()
  const ad = await vi.waitFor(() => {
    const found = host.querySelector('.ad-break video')
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

test('late timers of Plyr cause no errors after the player is removed', () => {
  const late: (() => void)[] = []
  vi.spyOn(window, 'setTimeout').mockImplementation(((callback: () => void) => late.push(callback)) as never)
  const { player } = mountPlayer()
  handlers.manifest(MANIFEST)
  player.destroy()
  expect(late.length).toBeGreaterThan(1)
  // The last timer clears the elements, which timers on a busy machine may still read.
  for (const callback of late.reverse()) expect(callback).not.toThrow()
})

test('playback events are reported: first frame, rendition, viewing time, stall reasons', () => {
  const emitted: PlaybackEvent[] = []
  const { video, on, player } = mountPlayer({
    content: { type: 'event', id: 12 },
    emit: event => emitted.push(event),
  })
  handlers.manifest(MANIFEST)
  handlers.rendition(480, 1_200)
  Object.defineProperties(video, { currentTime: { value: 0, writable: true }, paused: { value: false } })
  for (const name of ['play', 'playing', 'timeupdate']) video.dispatchEvent(new Event(name))
  handlers.rendition(720, 3_400)
  handlers.fault('missing')
  expect(on.failed).toHaveBeenCalledWith('notFound', 'delivery')
  video.currentTime = 3
  video.dispatchEvent(new Event('timeupdate'))
  player.destroy()
  expect(emitted).toMatchObject([
    { event: 'first_frame', bitrate: 1_200 },
    { event: 'quality', bitrate: 3_400 },
    { event: 'error', side: 'delivery', fault: 'not_found' },
    { event: 'viewing', watched: 3, position: 3 },
  ])
})

test('without autoplay, the startup time counts from the viewer’s press', async () => {
  let now = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const emitted: PlaybackEvent[] = []
  const { video, player } = mountPlayer({
    autoPlay: true,
    content: { type: 'event', id: 12 },
    emit: event => emitted.push(event),
  })
  const play = vi.spyOn(video, 'play').mockImplementation(refusedResponse('NotAllowedError'))
  handlers.manifest(MANIFEST)
  await vi.waitFor(() => expect(play).toHaveBeenCalledTimes(2))
  await new Promise(done => setTimeout(done))
  now = 61_000
  video.dispatchEvent(new Event('play'))
  now = 61_400
  video.dispatchEvent(new Event('playing'))
  expect(emitted).toMatchObject([{ event: 'first_frame', startup: 400 }])
  player.destroy()
})

test('every icon of the player is a symbol in its own document, so that it appears in a sandbox', () => {
  const { host, player } = mountPlayer()
  handlers.manifest(MANIFEST)
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

const TWO_AUDIO_TRACKS = {
  ...MANIFEST,
  audioTracks: [
    { name: 'Français', language: 'fr' },
    { name: 'Sound 2', language: '' },
  ],
}

test('a viewer can choose an audio track by pointer or by keyboard', () => {
  chosenRenditions.length = 0
  const { host, player } = mountPlayer()
  handlers.manifest(TWO_AUDIO_TRACKS)
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
  expect(chosenRenditions).toEqual(['Sound 2'])
  const values = [...host.querySelectorAll('.plyr__menu__value')].map(value => value.textContent)
  expect(values).toContain('Audio 2')
  player.destroy()
})

test('a single audio track has no menu', () => {
  const { host, player } = mountPlayer()
  handlers.manifest(MANIFEST)
  expect(host.querySelector('[id$="-sounds"]')).toBeNull()
  player.destroy()
})

test('audio only loads the playlist without video, until the viewer wants the video', async () => {
  const { player, on } = mountPlayer({
    isAudioOnly: true,
    renewSource: async () => ({ url: '/b/master.m3u8', expiresAt: null }),
  })
  expect(loadedUrls.at(-1)).toBe('/a/master.m3u8, held')
  handlers.manifest({ ...MANIFEST, audioOnlyUrl: 'http://localhost:3000/a/audio.m3u8' })
  expect(loadSegments).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(loadedUrls.at(-1)).toBe('http://localhost:3000/b/audio.m3u8'))
  expect(on.audioOnly).toHaveBeenLastCalledWith(true)
  expect(on.ready).not.toHaveBeenCalled()
  handlers.manifest({ ...MANIFEST, heights: [] })
  expect(on.ready).toHaveBeenCalledOnce()
  player.setAudioOnly(false)
  await vi.waitFor(() => expect(loadedUrls.at(-1)).toBe('/b/master.m3u8'))
  expect(on.audioOnly).toHaveBeenLastCalledWith(false)
})

test('a link to the audio of a stream that has no audio-only playlist plays the video', () => {
  const { player, on } = mountPlayer({ isAudioOnly: true })
  handlers.manifest(MANIFEST)
  expect(loadSegments).toHaveBeenCalled()
  expect(on.ready).toHaveBeenCalledOnce()
  player.destroy()
})

test('the lock screen seeks no further than the live edge', () => {
  const handled = new Map<string, (details: object) => void>()
  const setActionHandler = (name: string, handle: (details: object) => void) => void handled.set(name, handle)
  vi.stubGlobal('MediaMetadata', class {})
  Object.defineProperty(navigator, 'mediaSession', { value: { setActionHandler }, configurable: true })
  const { video, player } = mountPlayer()
  Object.defineProperty(video, 'currentTime', { value: 50, writable: true })
  live = { start: 0, edge: 56, newest: 60 }
  handlers.manifest({ ...MANIFEST, isLive: true })
  handled.get('seekforward')?.({})
  expect(video.currentTime).toBe(56)
  handled.get('seekbackward')?.({ seekOffset: 30 })
  expect(video.currentTime).toBe(26)
  player.destroy()
  expect(handled.get('seekforward')).toBeNull()
  live = null
  Reflect.deleteProperty(navigator, 'mediaSession')
})
