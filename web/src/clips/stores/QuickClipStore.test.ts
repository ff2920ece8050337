import { describe, expect, it, vi } from 'vitest'
import { FakePlayer } from '@/shared/testing/FakePlayer'
import { FakeServer } from '@/shared/testing/fakes'
import { ClipsApi } from '../api'
import { aClip, createClipsStore } from '../fakes'
import { ClipCacheStore } from './ClipCacheStore'
import { lastSeconds, QuickClipStore } from './QuickClipStore'

const STREAM_START = 1_795_000_000
const MEDIA = { event_id: 12, id: 40, start_ts: STREAM_START }

/** Create the player of a stream with a live window of ten minutes, at position `at`. */
function createPlayer(at: number) {
  const player = new FakePlayer((STREAM_START + 5) * 1000)
  player.seekableRange = { start: 0, end: 600 }
  player.position = at
  return player
}

describe('the last 30 seconds', () => {
  it('end at the frame on screen, and count from the start of the stream', () => {
    expect(lastSeconds(MEDIA, createPlayer(500))).toEqual({ start_time: 475, duration: 30 })
  })

  it('are shorter if less is available, and missing if nothing is', () => {
    expect(lastSeconds(MEDIA, createPlayer(12))).toEqual({ start_time: 5, duration: 12 })
    expect(lastSeconds(MEDIA, createPlayer(0.4))).toBeNull()
    const untold = new FakePlayer()
    untold.position = 100
    expect(lastSeconds(MEDIA, untold)).toBeNull()
  })

  it('end before the newest frames, which the server may not have written yet', () => {
    expect(lastSeconds(MEDIA, createPlayer(600))?.start_time).toBeCloseTo(574.9)
  })
})

describe('a press', () => {
  const words = { name: 'HRF @ CDR, 7:32 PM', tag: 'Live' }

  it('creates one clip, and adds it to the game’s list', async () => {
    const server = new FakeServer().on('/api/clip', { status: 201, json: { data: aClip(7) } })
    const api = new ClipsApi(createClipsStore(server).shell.api)
    const added = vi.fn()
    const store = new QuickClipStore(api, new ClipCacheStore(api), added)
    const made = await Promise.all([
      store.save(MEDIA, createPlayer(500), words),
      store.save(MEDIA, createPlayer(500), words),
    ])
    expect(made).toEqual([aClip(7), null])
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]?.body).toMatchObject({ event_media_id: 40, start_time: 475, tags: ['Live'] })
    expect(added).toHaveBeenCalledWith(12)
  })

  it('shows an error if there is no clip', async () => {
    const message = 'You have made all 50 clips of your pass.'
    const server = new FakeServer().on('/api/clip', { status: 403, json: { status: 403, message } })
    const api = new ClipsApi(createClipsStore(server).shell.api)
    const store = new QuickClipStore(api, new ClipCacheStore(api), vi.fn())
    expect(await store.save(MEDIA, createPlayer(500), words)).toMatchObject({ text: message })
    expect(store.isBusy).toBe(false)
  })
})
