// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveWindow } from '../stream/Stream'
import type { CastLoadRequest, CastMediaInfo, CastSdk } from './castSdk'
import { type CastState, GoogleCast } from './GoogleCast'

interface Loaded {
  url: string
  streamType: string
  at: number | null
}

/** A Cast device as Google's SDK shows it. */
class FakeDevice {
  readonly loads: Loaded[] = []
  readonly player = { isConnected: true, isMediaLoaded: true, isPaused: false, currentTime: 0 }
  isChosen = true
  isConnected = false
  private listener: () => void = () => undefined

  readonly sdk: CastSdk = {
    framework: {
      CastContext: {
        getInstance: () => ({
          setOptions: () => undefined,
          requestSession: async () => {
            if (!this.isChosen) throw new Error('cancel')
            this.isConnected = true
          },
          getCurrentSession: () => (this.isConnected ? this.session : null),
        }),
      },
      RemotePlayer: this.construct(() => this.player),
      RemotePlayerController: this.construct(() => ({
        addEventListener: (_: string, listener: () => void) => {
          this.listener = listener
        },
        removeEventListener: () => {
          this.listener = () => undefined
        },
        playOrPause: () => this.change({ isPaused: !this.player.isPaused }),
        seek: () => this.listener(),
      })),
      RemotePlayerEventType: { ANY_CHANGE: 'anyChanged' },
    },
    media: {
      DEFAULT_MEDIA_RECEIVER_APP_ID: 'CC1AD845',
      MediaInfo: this.construct((url: string) => ({ url }) as unknown as CastMediaInfo),
      LoadRequest: this.construct((info: CastMediaInfo) => ({ info }) as unknown as CastLoadRequest),
      StreamType: { LIVE: 'LIVE', BUFFERED: 'BUFFERED' },
      HlsSegmentFormat: { TS: 'ts' },
      HlsVideoSegmentFormat: { MPEG2_TS: 'mpeg2_ts' },
    },
  }

  private readonly session = {
    getCastDevice: () => ({ friendlyName: 'Gym TV' }),
    loadMedia: async (request: CastLoadRequest) => {
      const { info, currentTime } = request as CastLoadRequest & { info: CastMediaInfo & { url: string } }
      this.loads.push({ url: info.url, streamType: info.streamType, at: currentTime })
    },
    endSession: () => {
      this.isConnected = false
    },
  }

  change(values: Partial<typeof this.player>): void {
    Object.assign(this.player, values)
    this.listener()
  }

  private construct<Args extends unknown[], Made>(make: (...args: Args) => Made) {
    return class {
      constructor(...args: Args) {
        // biome-ignore lint/correctness/noConstructorReturn: the SDK has classes, the test has objects
        return make(...args) as object
      }
    } as unknown as new (
      ...args: Args
    ) => Made
  }
}

let device: FakeDevice
let video: HTMLVideoElement
let live: LiveWindow | null
let states: (CastState | null)[]
let signed: ({ url: string; expiresAt: Date | null } | 'offline' | null)[]

beforeEach(() => {
  vi.useFakeTimers()
  device = new FakeDevice()
  video = document.createElement('video')
  video.pause = vi.fn()
  video.play = vi.fn(async () => undefined)
  live = null
  states = []
  signed = []
})
afterEach(() => vi.useRealTimers())

function createCast(sdk: CastSdk | null = device.sdk): GoogleCast {
  return new GoogleCast({
    video,
    title: 'Timber @ Tide',
    poster: null,
    loadSdk: async () => sdk,
    renewSource: async () => {
      const source = signed.length ? (signed.shift() ?? null) : { url: '/m/a.m3u8', expiresAt: null }
      if (source === 'offline') throw new Error(source)
      return source
    },
    liveWindow: () => live,
    onChange: state => states.push(state),
  })
}

test('a recording goes on at its position on the other screen, and pauses here', async () => {
  video.currentTime = 42
  expect(await createCast().start()).toBe(true)
  expect(device.loads).toEqual([
    { url: new URL('/m/a.m3u8', document.baseURI).href, streamType: 'BUFFERED', at: 42 },
  ])
  expect(video.pause).toHaveBeenCalled()
  expect(states.at(-1)).toEqual({ device: 'Gym TV', isPaused: false, isLive: false })
})

test('a viewer at the live edge is at the edge on the other screen, and here afterwards', async () => {
  live = { start: 0, edge: 100, newest: 104 }
  video.currentTime = 97
  const cast = createCast()
  await cast.start()
  expect(device.loads).toMatchObject([{ streamType: 'LIVE', at: null }])
  live = { start: 0, edge: 160, newest: 164 }
  cast.stop()
  expect(video.currentTime).toBe(160)
  expect(states.at(-1)).toBeNull()
})

test('a viewer who had rewound stays there on the other screen', async () => {
  live = { start: 0, edge: 100, newest: 104 }
  video.currentTime = 20
  await createCast().start()
  expect(device.loads).toMatchObject([{ streamType: 'LIVE', at: 20 }])
})

test('the video goes on here where the other screen was', async () => {
  await createCast().start()
  device.change({ currentTime: 75 })
  device.change({ isConnected: false })
  expect(video.currentTime).toBe(75)
  expect(video.play).toHaveBeenCalled()
})

test('the stream is loaded with a new signature before the old one expires', async () => {
  const expiresAt = new Date(Date.now() + 600_000)
  signed = [
    { url: '/m/1.m3u8', expiresAt },
    { url: '/m/2.m3u8', expiresAt: null },
  ]
  await createCast().start()
  device.change({ currentTime: 300 })
  await vi.advanceTimersByTimeAsync(479_000)
  expect(device.loads).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(device.loads[1]).toMatchObject({ at: 300, url: new URL('/m/2.m3u8', document.baseURI).href })
})

test('the stream is not loaded again and again when access ends soon', async () => {
  const expiresAt = new Date(Date.now() + 60_000)
  signed = Array.from({ length: 50 }, (_, index) => ({ url: `/m/${index}.m3u8`, expiresAt }))
  await createCast().start()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(device.loads).toHaveLength(1)
  signed = [null]
  await vi.advanceTimersByTimeAsync(2_000)
  expect(device.isConnected).toBe(false)
})

test('a signature that could not be renewed is tried again, while the video goes on', async () => {
  const expiresAt = new Date(Date.now() + 600_000)
  signed = [{ url: '/m/1.m3u8', expiresAt }, 'offline', { url: '/m/2.m3u8', expiresAt: null }]
  await createCast().start()
  await vi.advanceTimersByTimeAsync(481_000)
  expect([device.loads.length, device.isConnected]).toEqual([1, true])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(device.loads.map(({ url }) => new URL(url).pathname)).toEqual(['/m/1.m3u8', '/m/2.m3u8'])
})

test('a viewer who has lost access gets no picture on the other screen', async () => {
  signed = [null]
  await createCast().start()
  expect(device.loads).toEqual([])
  expect(device.isConnected).toBe(false)
})

test('closing the list of devices changes nothing', async () => {
  device.isChosen = false
  expect(await createCast().start()).toBe(true)
  expect(video.pause).not.toHaveBeenCalled()
  expect(states).toEqual([])
})

test('a browser without Cast is reported', async () => {
  expect(await createCast(null).start()).toBe(false)
})

test('the controls act on the other screen', async () => {
  const cast = createCast()
  await cast.start()
  device.change({ currentTime: 30 })
  cast.seekBy(-10)
  expect(device.player.currentTime).toBe(20)
  cast.playOrPause()
  expect(states.at(-1)).toMatchObject({ isPaused: true })
})
