// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlaybackEvent } from '@/shared/telemetry'
import { ConnectionMeter } from './ConnectionMeter'
import { PlaybackMonitor } from './PlaybackMonitor'

/** A video whose clock the test controls. */
class FakeVideo {
  readonly video = document.createElement('video')
  currentTime = 0
  paused = true
  seeking = false
  ended = false
  playbackRate = 1

  constructor() {
    for (const name of ['currentTime', 'paused', 'seeking', 'ended', 'playbackRate'] as const) {
      Object.defineProperty(this.video, name, { get: () => this[name] })
    }
  }
  set(name: string): void {
    this.video.dispatchEvent(new Event(name))
  }
  play(): void {
    this.paused = false
    this.set('play')
  }
  pause(): void {
    this.paused = true
    this.set('pause')
  }
  /** Play for some seconds, with a `timeupdate` event every 250 ms. */
  advance(seconds: number): void {
    for (let quarter = 0; quarter < seconds * 4; quarter++) {
      vi.advanceTimersByTime(250)
      this.currentTime += 0.25 * this.playbackRate
      this.set('timeupdate')
    }
  }
  seek(to: number): void {
    this.seeking = true
    this.set('seeking')
    this.currentTime = to
    this.seeking = false
    this.set('seeked')
    this.set('timeupdate')
  }
}

let fakeVideo: FakeVideo
let emittedEvents: PlaybackEvent[]
const stalls = vi.fn()
const meter = new ConnectionMeter()
const monitors: PlaybackMonitor[] = []

const content = { type: 'event', id: 12, attributes: { sport: 'hockey' } } as const
function createMonitor(autoPlay = false): PlaybackMonitor {
  const tell = (event: PlaybackEvent) => void emittedEvents.push(event)
  const watch = new PlaybackMonitor(fakeVideo.video, {
    content,
    emit: tell,
    meter: () => meter,
    onStallSource: stalls,
    autoPlay,
  })
  monitors.push(watch)
  return watch
}
const events = () => emittedEvents.map(({ event }) => event)
const lastEvent = () => emittedEvents.at(-1)

beforeEach(() => {
  vi.useFakeTimers()
  fakeVideo = new FakeVideo()
  emittedEvents = []
  stalls.mockReset()
})
afterEach(() => {
  for (const watch of monitors.splice(0)) watch.destroy()
  vi.useRealTimers()
})

/** Start a playback and show its first frame. */
function startPlaying(): PlaybackMonitor {
  const watch = createMonitor()
  fakeVideo.play()
  fakeVideo.set('playing')
  emittedEvents.length = 0
  return watch
}

describe('the first frame', () => {
  it('is reported with the time since the press of play', () => {
    createMonitor()
    vi.advanceTimersByTime(60_000)
    fakeVideo.play()
    vi.advanceTimersByTime(840)
    fakeVideo.set('playing')
    expect(emittedEvents).toEqual([
      {
        view: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
        content,
        position: 0,
        event: 'first_frame',
        startup: 840,
        bitrate: null,
      },
    ])
  })

  it('of an autoplay counts from the creation of the player', () => {
    createMonitor(true)
    vi.advanceTimersByTime(1_500)
    fakeVideo.play()
    fakeVideo.set('playing')
    expect(lastEvent()).toMatchObject({ event: 'first_frame', startup: 1_500 })
  })

  it('does not count the time before a required press', () => {
    const watch = createMonitor(true)
    vi.advanceTimersByTime(1_500)
    watch.handleAutoPlayBlocked()
    vi.advanceTimersByTime(700_000)
    fakeVideo.play()
    watch.handleAutoPlayBlocked()
    vi.advanceTimersByTime(300)
    fakeVideo.set('playing')
    expect(emittedEvents).toMatchObject([{ event: 'first_frame', startup: 300 }])
  })

  it('does not count the time of the ad before it', () => {
    createMonitor(true)
    fakeVideo.play()
    fakeVideo.pause()
    vi.advanceTimersByTime(30_000)
    fakeVideo.play()
    vi.advanceTimersByTime(200)
    fakeVideo.set('playing')
    expect(emittedEvents).toMatchObject([{ event: 'first_frame', startup: 200 }])
  })

  it('is reported once per play, and each play has its own id', () => {
    startPlaying()
    fakeVideo.pause()
    fakeVideo.play()
    fakeVideo.set('playing')
    expect(events()).toEqual(['pause', 'play'])
    const { view } = emittedEvents[0] as PlaybackEvent
    fakeVideo = new FakeVideo()
    startPlaying()
    fakeVideo.pause()
    expect(lastEvent()?.view).not.toBe(view)
  })
})

describe('viewing time', () => {
  it('is reported every 10 seconds, during playback and stalls', () => {
    startPlaying()
    fakeVideo.advance(9)
    fakeVideo.pause()
    vi.advanceTimersByTime(60_000)
    fakeVideo.play()
    expect(events()).not.toContain('viewing')
    fakeVideo.advance(1.5)
    expect(lastEvent()).toMatchObject({ event: 'viewing', position: 10.25 })
    expect((lastEvent() as { watched: number }).watched).toBeCloseTo(10, 0)
  })

  it('is real time, even at double speed', () => {
    startPlaying()
    fakeVideo.playbackRate = 2
    fakeVideo.advance(10.25)
    expect(emittedEvents).toMatchObject([{ event: 'viewing', watched: 10, position: 20.5 }])
  })

  it('does not include skipped parts', () => {
    const watch = startPlaying()
    fakeVideo.advance(2.25)
    fakeVideo.seek(300)
    fakeVideo.advance(2)
    watch.destroy()
    expect(emittedEvents.filter(({ event }) => event === 'viewing')).toMatchObject([
      { watched: 2, position: 2.25 },
      { watched: 2, position: 302 },
    ])
  })

  it('is reported in whole seconds without losing fractions', () => {
    const watch = startPlaying()
    for (let part = 0; part < 8; part++) fakeVideo.advance(10.25)
    watch.destroy()
    const watched = emittedEvents.map(event => ('watched' in event ? event.watched : 0))
    expect(watched.every(Number.isInteger)).toBe(true)
    expect(watched.reduce((sum, one) => sum + one, 0)).toBe(81)
  })

  it('is reported to the last second when the page closes, before other listeners', () => {
    const order: string[] = []
    window.addEventListener('pagehide', () => order.push(`sent after ${events().join()}`), { once: true })
    startPlaying()
    fakeVideo.advance(3.25)
    window.dispatchEvent(new Event('pagehide'))
    expect(order).toEqual(['sent after viewing'])
    expect(lastEvent()).toMatchObject({ event: 'viewing', watched: 3 })
    window.dispatchEvent(new Event('pagehide'))
    expect(emittedEvents.length).toBe(1)
  })

  it('to the end is reported as complete', () => {
    startPlaying()
    fakeVideo.advance(3)
    fakeVideo.ended = true
    fakeVideo.pause()
    fakeVideo.set('ended')
    expect(events()).toEqual(['viewing', 'end'])
  })
})

describe('a clip', () => {
  it('that loops ends once, and its restart is not a seek', () => {
    const watch = startPlaying()
    for (let round = 0; round < 3; round++) {
      fakeVideo.advance(4)
      watch.handleRangeEnd(true)
      fakeVideo.seek(0)
      vi.advanceTimersByTime(1_000)
    }
    expect(events().filter(event => event !== 'viewing')).toEqual(['end'])
    fakeVideo.seek(90)
    vi.advanceTimersByTime(1_000)
    expect(events().at(-1)).toBe('seek')
  })

  it('that stops at its end is not reported as paused', () => {
    const watch = startPlaying()
    fakeVideo.advance(4)
    watch.handleRangeEnd()
    fakeVideo.pause()
    expect(events()).toEqual(['viewing', 'end'])
    fakeVideo.play()
    fakeVideo.pause()
    expect(events().at(-1)).toBe('pause')
  })
})

describe('a seek', () => {
  it('is reported once for a whole drag', () => {
    startPlaying()
    for (const to of [30, 60, 90]) fakeVideo.seek(to)
    vi.advanceTimersByTime(1_000)
    expect(emittedEvents).toMatchObject([{ event: 'seek', position: 90 }])
  })

  it('of a second is ignored', () => {
    startPlaying()
    fakeVideo.advance(1)
    fakeVideo.seek(fakeVideo.currentTime + 1)
    vi.advanceTimersByTime(1_000)
    expect(events()).not.toContain('seek')
  })

  it('that waits for its frame is not a stall', () => {
    startPlaying()
    fakeVideo.seeking = true
    fakeVideo.set('seeking')
    fakeVideo.set('waiting')
    vi.advanceTimersByTime(5_000)
    fakeVideo.seeking = false
    fakeVideo.set('playing')
    expect(events()).not.toContain('stall')
  })
})

describe('a stall', () => {
  it('is reported when it ends, with its length and its cause', () => {
    startPlaying()
    meter.addRefusal(503)
    fakeVideo.set('waiting')
    vi.advanceTimersByTime(4_200)
    expect(emittedEvents).toEqual([])
    fakeVideo.set('playing')
    expect(emittedEvents).toMatchObject([{ event: 'stall', stalled: 4_200, side: 'delivery' }])
  })

  it('that is very short is ignored', () => {
    startPlaying()
    fakeVideo.set('waiting')
    vi.advanceTimersByTime(200)
    fakeVideo.set('playing')
    expect(emittedEvents).toEqual([])
  })

  it('before the first frame, or while paused, is ignored', () => {
    createMonitor()
    fakeVideo.play()
    fakeVideo.set('waiting')
    vi.advanceTimersByTime(5_000)
    fakeVideo.set('playing')
    fakeVideo.pause()
    fakeVideo.set('waiting')
    vi.advanceTimersByTime(5_000)
    expect(events()).toEqual(['first_frame', 'pause'])
  })

  it('of three seconds is shown to the viewer until playback continues', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    startPlaying()
    fakeVideo.set('waiting')
    vi.advanceTimersByTime(2_900)
    expect(stalls).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    expect(stalls).toHaveBeenLastCalledWith('viewer')
    fakeVideo.advance(0.5)
    expect(stalls).toHaveBeenLastCalledWith(null)
    expect(emittedEvents).toMatchObject([{ event: 'stall', side: 'viewer' }])
  })
})

describe('a failure', () => {
  it('is reported with its error and its cause, which the viewer sees, too', () => {
    const watch = createMonitor(true)
    meter.addRefusal(503)
    expect(watch.handleFailure('unreachable')).toBe('delivery')
    expect(watch.handleFailure('offline')).toBe('viewer')
    expect(emittedEvents).toMatchObject([
      { event: 'error', side: 'delivery', fault: 'unreachable' },
      { event: 'error', side: 'viewer', fault: 'offline' },
    ])
  })
})

describe('a rendition change', () => {
  it('is reported with its bitrate, the first one with the first frame', () => {
    const watch = createMonitor()
    watch.handleRendition(1_200)
    fakeVideo.play()
    fakeVideo.set('playing')
    watch.handleRendition(1_200)
    watch.handleRendition(3_400)
    expect(emittedEvents).toMatchObject([
      { event: 'first_frame', bitrate: 1_200 },
      { event: 'quality', bitrate: 3_400 },
    ])
  })
})

it('content without an id is not reported', () => {
  const tell = vi.fn()
  const watch = new PlaybackMonitor(fakeVideo.video, {
    content: null,
    emit: tell,
    meter: () => null,
    onStallSource: stalls,
    autoPlay: true,
  })
  monitors.push(watch)
  fakeVideo.play()
  fakeVideo.set('playing')
  expect(tell).not.toHaveBeenCalled()
})
