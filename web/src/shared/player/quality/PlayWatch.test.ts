// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlayTold } from '@/shared/telling'
import { LineMeter } from './LineMeter'
import { PlayWatch } from './PlayWatch'

/** A video whose clock a test moves. */
class Picture {
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
  is(name: string): void {
    this.video.dispatchEvent(new Event(name))
  }
  play(): void {
    this.paused = false
    this.is('play')
  }
  pause(): void {
    this.paused = true
    this.is('pause')
  }
  /** Runs for so many seconds, a look at its clock each quarter. */
  run(seconds: number): void {
    for (let quarter = 0; quarter < seconds * 4; quarter++) {
      vi.advanceTimersByTime(250)
      this.currentTime += 0.25 * this.playbackRate
      this.is('timeupdate')
    }
  }
  seek(to: number): void {
    this.seeking = true
    this.is('seeking')
    this.currentTime = to
    this.seeking = false
    this.is('seeked')
    this.is('timeupdate')
  }
}

let picture: Picture
let told: PlayTold[]
const standing = vi.fn()
const meter = new LineMeter()
const watches: PlayWatch[] = []

const thing = { type: 'event', id: 12, about: { sport: 'hockey' } } as const
function watched(autoPlay = false): PlayWatch {
  const tell = (fact: PlayTold) => void told.push(fact)
  const watch = new PlayWatch(picture.video, { thing, tell, meter: () => meter, standing, autoPlay })
  watches.push(watch)
  return watch
}
const events = () => told.map(({ event }) => event)
const last = () => told.at(-1)

beforeEach(() => {
  vi.useFakeTimers()
  picture = new Picture()
  told = []
  standing.mockReset()
})
afterEach(() => {
  for (const watch of watches.splice(0)) watch.destroy()
  vi.useRealTimers()
})

/** A play whose first picture is there. */
function playing(): PlayWatch {
  const watch = watched()
  picture.play()
  picture.is('playing')
  told.length = 0
  return watch
}

describe('the first picture', () => {
  it('is told with how long it took from the press of play', () => {
    watched()
    vi.advanceTimersByTime(60_000)
    picture.play()
    vi.advanceTimersByTime(840)
    picture.is('playing')
    expect(told).toEqual([
      {
        view: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
        thing,
        position: 0,
        event: 'first_frame',
        startup: 840,
        bitrate: null,
      },
    ])
  })

  it('of what plays by itself took as long as the player is there', () => {
    watched(true)
    vi.advanceTimersByTime(1_500)
    picture.play()
    picture.is('playing')
    expect(last()).toMatchObject({ event: 'first_frame', startup: 1_500 })
  })

  it('is not late because the browser wanted the viewer’s own press', () => {
    const watch = watched(true)
    vi.advanceTimersByTime(1_500)
    watch.held()
    vi.advanceTimersByTime(700_000)
    picture.play()
    watch.held()
    vi.advanceTimersByTime(300)
    picture.is('playing')
    expect(told).toMatchObject([{ event: 'first_frame', startup: 300 }])
  })

  it('is not late because of the ad before it', () => {
    watched(true)
    picture.play()
    picture.pause()
    vi.advanceTimersByTime(30_000)
    picture.play()
    vi.advanceTimersByTime(200)
    picture.is('playing')
    expect(told).toMatchObject([{ event: 'first_frame', startup: 200 }])
  })

  it('is told once for a play, and each play has its own name', () => {
    playing()
    picture.pause()
    picture.play()
    picture.is('playing')
    expect(events()).toEqual(['pause', 'play'])
    const { view } = told[0] as PlayTold
    picture = new Picture()
    playing()
    picture.pause()
    expect(last()?.view).not.toBe(view)
  })
})

describe('watching', () => {
  it('is told every 10 seconds of it, whether the film runs or stands', () => {
    playing()
    picture.run(9)
    picture.pause()
    vi.advanceTimersByTime(60_000)
    picture.play()
    expect(events()).not.toContain('viewing')
    picture.run(1.5)
    expect(last()).toMatchObject({ event: 'viewing', position: 10.25 })
    expect((last() as { watched: number }).watched).toBeCloseTo(10, 0)
  })

  it('at double speed counts what the clock on the wall does', () => {
    playing()
    picture.playbackRate = 2
    picture.run(10.25)
    expect(told).toMatchObject([{ event: 'viewing', watched: 10, position: 20.5 }])
  })

  it('is not what was jumped over', () => {
    const watch = playing()
    picture.run(2.25)
    picture.seek(300)
    picture.run(2)
    watch.destroy()
    expect(told.filter(({ event }) => event === 'viewing')).toMatchObject([
      { watched: 2, position: 2.25 },
      { watched: 2, position: 302 },
    ])
  })

  it('is told in whole seconds, and loses nothing between them', () => {
    const watch = playing()
    for (let part = 0; part < 8; part++) picture.run(10.25)
    watch.destroy()
    const watched = told.map(fact => ('watched' in fact ? fact.watched : 0))
    expect(watched.every(Number.isInteger)).toBe(true)
    expect(watched.reduce((sum, one) => sum + one, 0)).toBe(81)
  })

  it('is told to its last second as the page goes away, before anybody else hears of that', () => {
    const order: string[] = []
    window.addEventListener('pagehide', () => order.push(`sent after ${events().join()}`), { once: true })
    playing()
    picture.run(3.25)
    window.dispatchEvent(new Event('pagehide'))
    expect(order).toEqual(['sent after viewing'])
    expect(last()).toMatchObject({ event: 'viewing', watched: 3 })
    window.dispatchEvent(new Event('pagehide'))
    expect(told.length).toBe(1)
  })

  it('that comes to its end is told so', () => {
    playing()
    picture.run(3)
    picture.ended = true
    picture.pause()
    picture.is('ended')
    expect(events()).toEqual(['viewing', 'end'])
  })
})

describe('a part of a film', () => {
  it('that plays over and over comes to its end once, and its way back is no jump', () => {
    const watch = playing()
    for (let round = 0; round < 3; round++) {
      picture.run(4)
      watch.over(true)
      picture.seek(0)
      vi.advanceTimersByTime(1_000)
    }
    expect(events().filter(event => event !== 'viewing')).toEqual(['end'])
    picture.seek(90)
    vi.advanceTimersByTime(1_000)
    expect(events().at(-1)).toBe('seek')
  })

  it('that stops at its end is not paused by anybody', () => {
    const watch = playing()
    picture.run(4)
    watch.over()
    picture.pause()
    expect(events()).toEqual(['viewing', 'end'])
    picture.play()
    picture.pause()
    expect(events().at(-1)).toBe('pause')
  })
})

describe('a jump', () => {
  it('is told once for all that a hand drags', () => {
    playing()
    for (const to of [30, 60, 90]) picture.seek(to)
    vi.advanceTimersByTime(1_000)
    expect(told).toMatchObject([{ event: 'seek', position: 90 }])
  })

  it('of a second is the player’s own', () => {
    playing()
    picture.run(1)
    picture.seek(picture.currentTime + 1)
    vi.advanceTimersByTime(1_000)
    expect(events()).not.toContain('seek')
  })

  it('that waits for its picture is no stall', () => {
    playing()
    picture.seeking = true
    picture.is('seeking')
    picture.is('waiting')
    vi.advanceTimersByTime(5_000)
    picture.seeking = false
    picture.is('playing')
    expect(events()).not.toContain('stall')
  })
})

describe('a stall', () => {
  it('is told when it ends, with how long and whose side', () => {
    playing()
    meter.refused(503)
    picture.is('waiting')
    vi.advanceTimersByTime(4_200)
    expect(told).toEqual([])
    picture.is('playing')
    expect(told).toMatchObject([{ event: 'stall', stalled: 4_200, side: 'delivery' }])
  })

  it('of a blink is none', () => {
    playing()
    picture.is('waiting')
    vi.advanceTimersByTime(200)
    picture.is('playing')
    expect(told).toEqual([])
  })

  it('before the first picture, or while it is paused, is none', () => {
    watched()
    picture.play()
    picture.is('waiting')
    vi.advanceTimersByTime(5_000)
    picture.is('playing')
    picture.pause()
    picture.is('waiting')
    vi.advanceTimersByTime(5_000)
    expect(events()).toEqual(['first_frame', 'pause'])
  })

  it('of three seconds is told to the viewer, until the picture goes on', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    playing()
    picture.is('waiting')
    vi.advanceTimersByTime(2_900)
    expect(standing).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    expect(standing).toHaveBeenLastCalledWith('viewer')
    picture.run(0.5)
    expect(standing).toHaveBeenLastCalledWith(null)
    expect(told).toMatchObject([{ event: 'stall', side: 'viewer' }])
  })
})

describe('what does not play', () => {
  it('is told with its fault and its side, which the viewer hears too', () => {
    const watch = watched(true)
    meter.refused(503)
    expect(watch.failed('unreachable')).toBe('delivery')
    expect(watch.failed('offline')).toBe('viewer')
    expect(told).toMatchObject([
      { event: 'error', side: 'delivery', fault: 'unreachable' },
      { event: 'error', side: 'viewer', fault: 'offline' },
    ])
  })
})

describe('another rendition', () => {
  it('is told with its bit rate, the first one with the first picture', () => {
    const watch = watched()
    watch.rendition(1_200)
    picture.play()
    picture.is('playing')
    watch.rendition(1_200)
    watch.rendition(3_400)
    expect(told).toMatchObject([
      { event: 'first_frame', bitrate: 1_200 },
      { event: 'quality', bitrate: 3_400 },
    ])
  })
})

it('what nobody named is not counted', () => {
  const tell = vi.fn()
  const watch = new PlayWatch(picture.video, {
    thing: null,
    tell,
    meter: () => null,
    standing,
    autoPlay: true,
  })
  watches.push(watch)
  picture.play()
  picture.is('playing')
  expect(tell).not.toHaveBeenCalled()
})
