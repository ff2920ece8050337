// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PlaybackSession, type RenewSource, type SignedUrl } from './PlaybackSession'
import type { LiveWindow, Stream } from './Stream'

class FakeStream implements Stream {
  readonly calls: string[] = []
  readonly meter = null
  load = (url: string, at: number) => void this.calls.push(`load ${url} ${at}`)
  loadSegments = () => undefined
  renew = (url: string) => void this.calls.push(`renew ${url}`)
  recover = () => void this.calls.push('recover')
  selectRendition = () => undefined
  selectAudioTrack = () => undefined
  live: LiveWindow | null = null
  liveWindow = () => this.live
  instantAt = () => null
  positionAt = () => null
  frameRate = () => null
  captionOffset = () => 0
  sign = (url: string) => url
  leaveLowDelay = () => {}
  destroy = () => void this.calls.push('destroy')
}

const signedUrl = (url: string, expiresAt: Date | null = null): SignedUrl => ({ url, expiresAt })
const MANIFEST = { heights: [], subtitles: [], closedCaptions: [], audioTracks: [], isLive: false }

/** Whether the video has data. Without data, its position is 0. */
function setHasData(video: HTMLVideoElement, hasData: boolean): void {
  Object.defineProperty(video, 'readyState', { value: hasData ? 1 : 0, configurable: true })
  if (!hasData) video.currentTime = 0
}

function startSession(renew: RenewSource, source = signedUrl('first'), at = 0) {
  const video = document.createElement('video')
  video.pause = () => undefined
  setHasData(video, true)
  const reported: string[] = []
  const stream = new FakeStream()
  const session = new PlaybackSession(video, renew, {
    manifest: () => reported.push('manifest'),
    rendition: () => undefined,
    captions: () => undefined,
    failed: reason => reported.push(reason),
    retrying: () => reported.push('retrying'),
    interrupted: is => reported.push(is ? 'interrupted' : 'back'),
  })
  session.start(stream, source, at)
  return { session, stream, reported, video }
}

type StartedSession = ReturnType<typeof startSession>

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a rejected stream continues with a new URL, only once', async () => {
  const { session, stream, reported } = startSession(async () => signedUrl('fresh'))
  session.streamEvents.fault('forbidden')
  await vi.advanceTimersByTimeAsync(0)
  session.streamEvents.fault('forbidden')
  expect(stream.calls).toEqual(['load first 0', 'renew fresh'])
  expect(reported).toEqual(['expired'])
})

test('several errors at once request one URL', async () => {
  const renew = vi.fn(async () => signedUrl('fresh'))
  const { session, reported } = startSession(renew)
  session.streamEvents.fault('forbidden')
  session.streamEvents.fault('forbidden')
  session.streamEvents.fault('forbidden')
  await vi.advanceTimersByTimeAsync(0)
  expect(renew).toHaveBeenCalledTimes(1)
  expect(reported).toEqual([])
})

test('a viewer without access sees the access message, not a network error', async () => {
  const { session, reported } = startSession(async () => null)
  session.streamEvents.fault('forbidden')
  await vi.advanceTimersByTimeAsync(0)
  expect(reported).toEqual(['denied'])
})

test('a manifest that does not load shows a message after 20 seconds', async () => {
  const { reported } = startSession(async () => null)
  await vi.advanceTimersByTimeAsync(19_500)
  expect(reported).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reported).toEqual(['unreachable'])
})

test('a video that stalls for 20 seconds shows a message', async () => {
  const { session, reported, video } = startSession(async () => null)
  session.streamEvents.manifest(MANIFEST)
  Object.defineProperty(video, 'paused', { value: false })
  await vi.advanceTimersByTimeAsync(21_000)
  expect(reported).toEqual(['manifest', 'unreachable'])
})

/** Play a live stream of one minute, with the viewer at `at` seconds. */
function startLiveSession(at: number) {
  const player = startSession(async () => signedUrl('fresh'))
  player.stream.live = { start: 0, edge: 56, newest: 60 }
  Object.defineProperty(player.video, 'paused', { value: false })
  player.video.currentTime = at
  player.session.streamEvents.manifest({ ...MANIFEST, isLive: true })
  return player
}

test('a live stream without new segments is reported as interrupted, not as failed', async () => {
  const { reported } = startLiveSession(59.5)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(reported).toEqual(['manifest', 'interrupted'])
})

test('a live stream that resumes continues without a message', async () => {
  const { reported, stream, video } = startLiveSession(59.5)
  await vi.advanceTimersByTimeAsync(10_000)
  stream.live = { start: 0, edge: 66, newest: 70 }
  video.currentTime = 60
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reported).toEqual(['manifest', 'interrupted', 'back'])
})

test('a live video that stalls with more video available fails like any other', async () => {
  const { reported } = startLiveSession(30)
  await vi.advanceTimersByTimeAsync(22_000)
  expect(reported).toEqual(['manifest', 'unreachable'])
})

test.each([
  ['at the edge returns to live after an error', 55, 'load fresh 0'],
  ['behind the edge continues at the same position', 30, 'load fresh 30'],
])('a live viewer %s', async (_, at, call) => {
  const { session, stream } = startLiveSession(at)
  await vi.advanceTimersByTimeAsync(1_000)
  session.streamEvents.fault('missing')
  await session.retry()
  expect(stream.calls.at(-1)).toBe(call)
})

test('a failed live stream is retried automatically, less often each time, and its failure is reported once', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const { session, stream, reported } = startLiveSession(55)
  await vi.advanceTimersByTimeAsync(1_000)
  for (const seconds of [3, 6, 12, 30, 30]) {
    stream.calls.length = 0
    session.streamEvents.fault('missing')
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1)
    expect(stream.calls).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(stream.calls).toEqual(['load fresh 0'])
  }
  expect(reported).toEqual(['manifest', 'notFound'])
})

test('a live stream that fails again after it resumed is reported again', async () => {
  const { session, reported } = startLiveSession(55)
  session.streamEvents.fault('missing')
  await vi.advanceTimersByTimeAsync(5_000)
  session.streamEvents.manifest({ ...MANIFEST, isLive: true })
  session.streamEvents.fault('missing')
  expect(reported).toEqual(['manifest', 'notFound', 'manifest', 'notFound'])
})

test('a live stream that the viewer may no longer watch is not retried', async () => {
  const renew = vi.fn(async () => null)
  const { session, reported } = startSession(renew)
  session.streamEvents.manifest({ ...MANIFEST, isLive: true })
  session.streamEvents.fault('forbidden')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(reported).toEqual(['manifest', 'denied'])
  expect(renew).toHaveBeenCalledTimes(1)
})

test('a failed recording is not retried until the viewer asks', async () => {
  const renew = vi.fn(async () => signedUrl('fresh'))
  const { session } = startSession(renew)
  session.streamEvents.manifest(MANIFEST)
  session.streamEvents.fault('missing')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(renew).not.toHaveBeenCalled()
})

test('a retry starts with a new URL', async () => {
  const { session, stream, reported } = startSession(async () => signedUrl('fresh'))
  session.streamEvents.fault('missing')
  await session.retry()
  expect(reported).toEqual(['notFound', 'retrying'])
  expect(stream.calls.at(-1)).toBe('load fresh 0')
})

/** Start a video that resumes at 40:00. */
const resumedAt = () => startSession(async () => signedUrl('fresh'), signedUrl('first'), 2400)

test('a start that fails before the first frame is retried at its start position', async () => {
  const { session, stream } = resumedAt()
  session.streamEvents.fault('missing')
  await session.retry()
  session.streamEvents.manifest(MANIFEST)
  await vi.advanceTimersByTimeAsync(1_000)
  session.streamEvents.fault('missing')
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(stream.calls).toEqual(['load first 2400', 'load fresh 2400', 'load fresh 2400'])
})

test('a second failure keeps the positions from before the first', async () => {
  const { session, stream, video } = resumedAt()
  stream.load = (url, at) => {
    stream.calls.push(`load ${url} ${at}`)
    setHasData(video, false)
  }
  session.streamEvents.manifest(MANIFEST)
  video.currentTime = 3000
  await vi.advanceTimersByTimeAsync(1_000)
  session.streamEvents.fault('missing')
  await session.retry()
  setHasData(video, true)
  session.streamEvents.manifest(MANIFEST)
  await vi.advanceTimersByTimeAsync(1_000)
  session.streamEvents.fault('missing')
  await session.retry()
  expect(stream.calls.slice(1)).toEqual(['load fresh 3000', 'load fresh 3000'])
})

test('a video that is emptied during recovery continues at its position', async () => {
  const { session, stream, video } = resumedAt()
  session.streamEvents.manifest(MANIFEST)
  video.currentTime = 2400
  await vi.advanceTimersByTimeAsync(1_000)
  setHasData(video, false)
  await vi.advanceTimersByTimeAsync(1_000)
  session.streamEvents.fault('missing')
  await session.retry()
  expect(stream.calls.at(-1)).toBe('load fresh 2400')
})

test('a viewer who starts over starts at 0 after an error', async () => {
  const { session, stream, video } = resumedAt()
  session.streamEvents.manifest(MANIFEST)
  video.currentTime = 2400
  await vi.advanceTimersByTimeAsync(1_000)
  video.currentTime = 0
  await vi.advanceTimersByTimeAsync(1_000)
  session.streamEvents.fault('missing')
  await session.retry()
  expect(stream.calls.at(-1)).toBe('load fresh 0')
})

test('a retry without a response shows an error', async () => {
  const { session, reported } = startSession(() => Promise.reject(new Error('no')))
  session.streamEvents.fault('missing')
  await session.retry()
  expect(reported).toEqual(['notFound', 'retrying', 'unreachable'])
})

test('playback restarts automatically when the connection returns', async () => {
  const { session, stream } = startSession(async () => signedUrl('fresh'))
  session.streamEvents.fault('missing')
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(stream.calls.at(-1)).toBe('load fresh 0')
})

test('a signature is renewed two minutes before it expires', async () => {
  const end = new Date('2026-11-21T13:00:00Z')
  const { session, stream } = startSession(async () => signedUrl('fresh'), signedUrl('first', end))
  session.streamEvents.manifest(MANIFEST)
  await vi.advanceTimersByTimeAsync(57 * 60_000)
  expect(stream.calls).toEqual(['load first 0'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stream.calls).toEqual(['load first 0', 'renew fresh'])
})

test.each([
  ['on a device whose clock is seven hours fast', '2026-11-21T11:00:00Z'],
  ['of a viewer whose access ends in a minute', '2026-11-21T12:01:00Z'],
])('a signature %s is not renewed again and again', async (_, end) => {
  const renew = vi.fn(async () => signedUrl('fresh', new Date(end)))
  const { session } = startSession(renew, signedUrl('first', new Date(end)))
  session.streamEvents.manifest(MANIFEST)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(renew).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(renew.mock.calls.length).toBeGreaterThan(5)
  expect(renew.mock.calls.length).toBeLessThan(20)
  session.destroy()
})

test('a player that is removed releases everything', async () => {
  const renew = vi.fn(async () => signedUrl('fresh'))
  const { session, stream } = startSession(renew, signedUrl('first', new Date('2026-11-21T12:10:00Z')))
  session.destroy()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(stream.calls.at(-1)).toBe('destroy')
  expect(renew).not.toHaveBeenCalled()
})

test.each([
  ['the signature expires', () => vi.advanceTimersByTimeAsync(480_000)],
  ['an error is handled', ({ session }: StartedSession) => session.streamEvents.fault('forbidden')],
  ['the viewer retries', ({ session }: StartedSession) => void session.retry()],
])('a player that is removed while %s requests no other URL', async (_, ask) => {
  let answer: (source: SignedUrl | null) => void = () => undefined
  const renew = vi.fn(() => new Promise<SignedUrl | null>(resolve => (answer = resolve)))
  for (const late of [signedUrl('late', new Date('2026-11-21T12:30:00Z')), null]) {
    renew.mockClear()
    const player = startSession(renew, signedUrl('first', new Date('2026-11-21T12:10:00Z')))
    await ask(player)
    expect(renew).toHaveBeenCalledTimes(1)
    player.reported.length = 0
    player.session.destroy()
    answer(late)
    await vi.advanceTimersByTimeAsync(7_200_000)
    expect(renew).toHaveBeenCalledTimes(1)
    expect(player.stream.calls.at(-1)).toBe('destroy')
    expect(player.reported).toEqual([])
    vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
  }
})
