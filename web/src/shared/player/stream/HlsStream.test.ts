// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { HlsStream, liveDelay } from './HlsStream'

const {
  details,
  started: startedHls,
  handlers,
  Fake: FakeHls,
} = vi.hoisted(() => {
  const started: string[] = []
  const handlers: [string, (event: string, data: unknown) => void][] = []
  const details = { live: true, fragmentStart: 0, edge: 60, fragments: [] }
  class Fake {
    static Events = {
      MANIFEST_LOADED: 'manifest loaded',
      MANIFEST_PARSED: 'manifest parsed',
      LEVEL_LOADED: 'level loaded',
      AUDIO_TRACKS_UPDATED: 'audio tracks updated',
      CUES_PARSED: 'cues parsed',
      ERROR: 'error',
      FRAG_LOADED: 'segment loaded',
      FRAG_LOAD_EMERGENCY_ABORTED: 'segment aborted',
    }
    static DefaultConfig = { loader: class {}, abrController: class {} }
    lowLatencyMode = true
    targetLatency: number | null = null
    config: Record<string, unknown>
    liveSyncPosition = 56
    autoLevelCapping = -1
    levels = [
      { maxBitrate: 800_000, height: 360 },
      { maxBitrate: 3_000_000, height: 720 },
    ]
    latestLevelDetails = details
    audioTracks: { name: string }[] = []
    build = 'light'
    constructor(config: Record<string, unknown>) {
      this.config = { startPosition: -1, ...config }
      handlers.length = 0
    }
    set audioTrack(number: number) {
      started.push(`sound ${number}`)
    }
    set nextLevel(number: number) {
      started.push(`rendition ${number}`)
    }
    startLoad = () => started.push('go on')
    pauseBuffering = () => started.push('hold segments')
    resumeBuffering = () => started.push('load segments')
    on = (event: string, handle: (event: string, data: unknown) => void) => handlers.push([event, handle])
    attachMedia = () => undefined
    loadSource = (url: string) => {
      this.autoLevelCapping = -1
      started.push(`${url} from ${this.config.startPosition}`)
    }
    destroy = () => started.push('destroyed')
  }
  return { details, started, handlers, Fake }
})

vi.mock('hls.js/light', () => ({ default: FakeHls }))
vi.mock('hls.js', () => ({
  default: class extends FakeHls {
    override build = 'full'
    override audioTracks = [{ name: 'English' }, { name: 'Français' }]
    constructor(config: Record<string, unknown>) {
      super(config)
      startedHls.push('full build')
    }
  },
}))

const HAS_PARTS = { 'org.touchline.parts': { VALUE: 'YES' } }
const EVENTS = { manifest: vi.fn(), fault: vi.fn(), rendition: vi.fn(), captions: vi.fn() }
const createStream = (clock: (() => number) | null) =>
  new HlsStream(document.createElement('video'), EVENTS, clock)
const playFrom = (signature: string, file: string) => `http://localhost:3000/${signature}/film/${file}`
let stream: HlsStream

beforeEach(() => {
  startedHls.length = 0
  EVENTS.manifest.mockClear()
  details.live = true
  stream = createStream(null)
  stream.load('/old/film/master.m3u8', 0)
})

test('a URL with an old signature is requested with the newest one', () => {
  stream.renew('/new/film/master.m3u8')
  expect(stream.sign(playFrom('old', 'captions/en.m3u8'))).toBe(playFrom('new', 'captions/en.m3u8'))
})

test('captions with an old signature continue after a restart', () => {
  stream.load('/new/film/master.m3u8', 12)
  expect(stream.sign(playFrom('old', 'captions/en.m3u8'))).toBe(playFrom('new', 'captions/en.m3u8'))
  expect(stream.sign(playFrom('new', 'captions/en.m3u8'))).toBe(playFrom('new', 'captions/en.m3u8'))
})

test('a URL in another folder is unchanged', () => {
  expect(stream.sign('http://elsewhere.test/a.ts')).toBe('http://elsewhere.test/a.ts')
})

test('a game that continues as its recording is reloaded', () => {
  stream.renew('/new/recording/master.m3u8')
  expect(startedHls).toEqual(['/old/film/master.m3u8 from -1', '/new/recording/master.m3u8 from -1'])
})

test('a live viewer stays two recent segments behind, and never less than four seconds', () => {
  expect(liveDelay([])).toBe(4)
  expect(liveDelay([1, 1, 1])).toBe(4)
  expect(liveDelay([2, 2, 4.4, 2])).toBe(8.8)
  expect(liveDelay([4.4, 2, 2, 2, 2, 2, 2])).toBe(4)
})

test('a live stream can be watched from its start to shortly before its end', () => {
  expect(stream.liveWindow()).toEqual({ start: 0, edge: 56, newest: 60 })
})

test('a stream that has ended is no longer live', () => {
  details.live = false
  expect(stream.liveWindow()).toBeNull()
})

test('a simulated live stream starts at its common live position', () => {
  const show = createStream(() => 41)
  show.load('/a/film/master.m3u8', 0)
  expect(startedHls.at(-1)).toBe('/a/film/master.m3u8 from 41')
  expect(show.liveWindow()).toEqual({ start: 0, edge: 41, newest: 60 })
})

test('a simulated live stream has no live edge past its newest segment', () => {
  expect(createStream(() => 75).liveWindow()?.edge).toBe(60)
  expect(createStream(() => -5).liveWindow()?.edge).toBe(0)
})

const LEVELS = [{ height: 720 }, { height: 360 }]
const ENGLISH = { name: 'English', lang: 'en', url: '' }
const FRENCH = { name: 'Français', lang: 'fr', url: 'a1/index.m3u8' }

/** Emit an event of the newest hls.js instance. */
function fireHlsEvent(event: string, data: unknown): void {
  for (const [name, handler] of handlers) if (name === event) handler(event, data)
}

/** Emit the events of a manifest, in the order of hls.js. */
function emitManifest(manifest: {
  audioTracks?: object[]
  subtitleTracks?: object[]
  captions?: object[]
}): void {
  const { audioTracks = [], subtitleTracks = [], captions } = manifest
  fireHlsEvent('manifest parsed', { levels: LEVELS, audioTracks, subtitleTracks })
  fireHlsEvent('manifest loaded', { captions })
}
const loaded = () => fireHlsEvent('level loaded', { details: { live: false } })

test('a stream with one audio track and no captions uses the light build', () => {
  emitManifest({ audioTracks: [ENGLISH], captions: [] })
  loaded()
  expect(startedHls).toEqual(['/old/film/master.m3u8 from -1', 'go on'])
  expect(EVENTS.manifest).toHaveBeenCalledWith(
    expect.objectContaining({ audioTracks: [], closedCaptions: [] }),
  )
})

test('a stream with several audio tracks uses the full build, and each can be chosen', async () => {
  emitManifest({ audioTracks: [ENGLISH, FRENCH] })
  await vi.waitFor(() =>
    expect(startedHls.slice(1)).toEqual(['destroyed', 'full build', '/old/film/master.m3u8 from -1']),
  )
  emitManifest({ audioTracks: [ENGLISH, FRENCH] })
  loaded()
  expect(EVENTS.manifest).toHaveBeenCalledWith(
    expect.objectContaining({
      audioTracks: [
        { name: 'English', language: 'en' },
        { name: 'Français', language: 'fr' },
      ],
    }),
  )
  stream.selectAudioTrack('Français')
  expect(startedHls.at(-1)).toBe('sound 1')
})

test('the chosen audio track is kept when the stream is reloaded', async () => {
  emitManifest({ audioTracks: [ENGLISH, FRENCH] })
  await vi.waitFor(() => expect(startedHls).toContain('full build'))
  stream.selectAudioTrack('Français')
  stream.load('/new/film/master.m3u8', 30)
  startedHls.length = 0
  fireHlsEvent('audio tracks updated', {})
  expect(startedHls).toEqual(['sound 1'])
})

test('embedded captions are announced and passed on by their channel', async () => {
  emitManifest({
    captions: [
      { instreamId: 'CC1', name: 'CC1' },
      { instreamId: 'SERVICE9', name: 'x' },
    ],
  })
  await vi.waitFor(() => expect(startedHls).toContain('full build'))
  emitManifest({ captions: [{ instreamId: 'CC1', name: 'CC1' }] })
  loaded()
  expect(EVENTS.manifest).toHaveBeenCalledWith(
    expect.objectContaining({ closedCaptions: [{ channel: 'CC1', name: 'CC1', language: '' }] }),
  )
  const cues = [{ text: 'Puck drop.' }]
  fireHlsEvent('cues parsed', { type: 'captions', track: 'textTrack1', cues })
  expect(EVENTS.captions).toHaveBeenCalledWith('CC1', cues)
})

test('embedded captions are left out if there are subtitles with the same text', () => {
  emitManifest({
    captions: [{ instreamId: 'CC1', name: 'CC1' }],
    subtitleTracks: [{ name: 'Captions', url: 'c.m3u8' }],
  })
  loaded()
  expect(startedHls).toEqual(['/old/film/master.m3u8 from -1', 'go on'])
  expect(EVENTS.manifest).toHaveBeenCalledWith(expect.objectContaining({ closedCaptions: [] }))
})

/** Return the hls.js instance of a stream. */
const hlsOf = (target: HlsStream) => (target as unknown as { hls: InstanceType<typeof FakeHls> }).hls

test('a stream alone has no limit but the size of its player', () => {
  expect(hlsOf(stream).autoLevelCapping).toBe(-1)
  expect(hlsOf(stream).config).toMatchObject({ capLevelToPlayerSize: true, backBufferLength: 90 })
})

test('one of several streams starts with its smallest rendition and a short buffer', () => {
  const shared = new HlsStream(document.createElement('video'), EVENTS, null, true)
  shared.load('/a/film/master.m3u8', 0)
  expect(hlsOf(shared).autoLevelCapping).toBe(0)
  expect(hlsOf(shared).config).toMatchObject({
    startLevel: 0,
    maxBufferLength: 12,
    capLevelToPlayerSize: false,
    liveSyncDuration: 8,
  })
  expect(shared.renditions()).toEqual([
    { bitrate: 800_000, height: 360 },
    { bitrate: 3_000_000, height: 720 },
  ])
})

test('the limit of a shared stream survives a switch to the full build', async () => {
  const shared = new HlsStream(document.createElement('video'), EVENTS, null, true)
  shared.load('/a/film/master.m3u8', 0)
  shared.limitRendition(1)
  emitManifest({ audioTracks: [ENGLISH, FRENCH] })
  await vi.waitFor(() => expect(hlsOf(shared).build).toBe('full'))
  expect(hlsOf(shared).autoLevelCapping).toBe(1)
  expect(hlsOf(shared).config).toMatchObject({ startLevel: 0 })
  // Interstitials would load the segments of a held stream.
  expect(hlsOf(shared).config).toHaveProperty('interstitialsController', undefined)
})

test('a player that is removed while the full build loads starts nothing', async () => {
  emitManifest({ audioTracks: [ENGLISH, FRENCH] })
  stream.destroy()
  await new Promise(done => setTimeout(done))
  expect(startedHls.slice(1)).toEqual(['destroyed'])
})

/** Load a live stream with segments of two seconds, whose master playlist announces parts. */
function loadLive(sessionData: object | null): void {
  fireHlsEvent('manifest parsed', { levels: LEVELS, audioTracks: [], subtitleTracks: [] })
  fireHlsEvent('manifest loaded', { captions: [], sessionData })
  fireHlsEvent('level loaded', { details: { live: true, fragments: [{ duration: 2 }, { duration: 2 }] } })
}
const stall = () => fireHlsEvent('error', { details: 'bufferStalledError', fatal: false, type: 'mediaError' })

test('a live stream with parts stays less than two seconds behind', () => {
  loadLive(HAS_PARTS)
  expect(hlsOf(stream).config).toMatchObject({ liveSyncDuration: 1.8 })
})

test('a live stream without parts stays two segments behind', () => {
  loadLive(null)
  expect(hlsOf(stream).config).toMatchObject({ liveSyncDuration: 4 })
})

test('streams beside each other stay as far behind with parts as without', () => {
  const shared = new HlsStream(document.createElement('video'), EVENTS, null, true)
  shared.load('/a/film/master.m3u8', 0)
  loadLive(HAS_PARTS)
  expect(hlsOf(shared).config).toMatchObject({ liveSyncDuration: 8 })
})

test('a connection that stalls twice in a minute is played with the long delay', () => {
  loadLive(HAS_PARTS)
  stall()
  expect(hlsOf(stream).targetLatency).toBeNull()
  stall()
  expect(hlsOf(stream)).toMatchObject({ targetLatency: 4, lowLatencyMode: false })
  loadLive(HAS_PARTS)
  expect(hlsOf(stream).config).toMatchObject({ liveSyncDuration: 4 })
})

test('parts that load too slowly end the low delay before the picture stops', () => {
  loadLive(HAS_PARTS)
  fireHlsEvent('segment aborted', { part: {} })
  fireHlsEvent('segment aborted', { part: null })
  expect(hlsOf(stream).lowLatencyMode).toBe(true)
  fireHlsEvent('segment aborted', { part: {} })
  expect(hlsOf(stream).lowLatencyMode).toBe(false)
})
