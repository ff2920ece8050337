import { describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { ClipsApi } from '../api'
import { aClip, aClips, FakePlayer } from '../fakes'
import { ClipsBook } from './ClipsBook'
import { lastOf, QuickClipStore } from './QuickClipStore'

const BEGAN = 1_795_000_000
const MEDIUM = { event_id: 12, id: 40, start_ts: BEGAN }

/** A stream that one can go back in for ten minutes, watched at `at`. */
function watching(at: number) {
  const player = new FakePlayer((BEGAN + 5) * 1000)
  player.span = { start: 0, end: 600 }
  player.at = at
  return player
}

describe('the last 30 seconds', () => {
  it('end with the picture that is shown, and count from when the stream began', () => {
    expect(lastOf(MEDIUM, watching(500))).toEqual({ start_time: 475, duration: 30 })
  })

  it('are fewer where there are not so many, and none where there is nothing yet', () => {
    expect(lastOf(MEDIUM, watching(12))).toEqual({ start_time: 5, duration: 12 })
    expect(lastOf(MEDIUM, watching(0.4))).toBeNull()
    const untold = new FakePlayer()
    untold.at = 100
    expect(lastOf(MEDIUM, untold)).toBeNull()
  })

  it('end before the newest, which the server may not have written yet', () => {
    expect(lastOf(MEDIUM, watching(600))?.start_time).toBeCloseTo(574.9)
  })
})

describe('a press', () => {
  const words = { name: 'HRF @ CDR, 7:32 PM', tag: 'Live' }

  it('makes one clip, and tells the list of the game', async () => {
    const server = new FakeServer().on('/api/clip', { status: 201, json: { data: aClip(7) } })
    const api = new ClipsApi(aClips(server).shell.api)
    const added = vi.fn()
    const store = new QuickClipStore(api, new ClipsBook(api), added)
    const made = await Promise.all([
      store.clip(MEDIUM, watching(500), words),
      store.clip(MEDIUM, watching(500), words),
    ])
    expect(made).toEqual([aClip(7), null])
    expect(server.asked).toHaveLength(1)
    expect(server.asked[0]?.body).toMatchObject({ event_media_id: 40, start_time: 475, tags: ['Live'] })
    expect(added).toHaveBeenCalledWith(12)
  })

  it('says why there is none', async () => {
    const message = 'You have made all 50 clips of your pass.'
    const server = new FakeServer().on('/api/clip', { status: 403, json: { status: 403, message } })
    const api = new ClipsApi(aClips(server).shell.api)
    const store = new QuickClipStore(api, new ClipsBook(api), vi.fn())
    expect(await store.clip(MEDIUM, watching(500), words)).toBe(message)
    expect(store.busy).toBe(false)
  })
})
