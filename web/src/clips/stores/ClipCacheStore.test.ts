import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CLIP_POLL_MS } from '@/shared/constants'
import { UNKNOWN_ERROR } from '@/shared/stores/Form'
import { FakeClock, flushPromises } from '@/shared/testing/FakeClock'
import { FakeServer, itemResponse, listResponse } from '@/shared/testing/fakes'
import { ClipsApi } from '../api'
import { aClip, anEventFile, createClipsStore } from '../fakes'
import { ClipCacheStore } from './ClipCacheStore'
import { EventClipsStore } from './EventClipsStore'
import { EventDownloadStore } from './EventDownloadStore'
import { MyClipsStore } from './MyClipsStore'

configure({ enforceActions: 'always' })

const problemResponse = (status: number, message: string) => ({ status, json: { status, message } })

let server: FakeServer
let clock: FakeClock
let api: ClipsApi
let clipCache: ClipCacheStore

beforeEach(() => {
  server = new FakeServer()
  clock = new FakeClock()
  api = new ClipsApi(createClipsStore(server).shell.api)
  clipCache = new ClipCacheStore(api, clock.sleep)
})
const QUEUED = aClip(7, { state: 'queued', progress: 0, ahead: 2, size: null })

describe('a clip whose file is not ready', () => {
  it('is requested every 2 s until it is ready', async () => {
    server.on(
      '/api/clip/7',
      itemResponse({ ...QUEUED, state: 'processing', progress: 64 }),
      itemResponse(aClip(7)),
    )
    clipCache.save(QUEUED)
    clipCache.save(QUEUED)
    await clock.wake()
    expect(clipCache.latest(QUEUED)).toMatchObject({ state: 'processing', progress: 64 })
    await clock.wake()
    expect(clipCache.latest(QUEUED)?.state).toBe('ready')
    await clock.wake()
    expect(server.paths).toEqual(['/api/clip/7', '/api/clip/7'])
    expect(clock.sleepDurations).toEqual([CLIP_POLL_MS, CLIP_POLL_MS])
  })

  it('is requested again after a network error, but not after a rejection', async () => {
    server.on('/api/clip/7', new Error('down'), problemResponse(404, 'No'))
    clipCache.save(QUEUED)
    await clock.wake()
    await clock.wake()
    await clock.wake()
    expect(server.paths).toHaveLength(2)
  })

  it('is requested again after a retry', async () => {
    const failed = aClip(7, { state: 'failed', failure_message: 'The recording has a gap.' })
    server.on('/api/clip/7/retry', itemResponse(QUEUED)).on('/api/clip/7', itemResponse(aClip(7)))
    clipCache.save(failed)
    expect(await clipCache.retry(7)).toBeNull()
    expect(clipCache.latest(failed)?.state).toBe('queued')
    await clock.wake()
    expect(clipCache.latest(failed)?.state).toBe('ready')
  })

  it('of another viewer is not requested', () => {
    clipCache.save({ ...QUEUED, is_own: false })
    expect(clock.sleepDurations).toEqual([])
  })
})

describe('the clip cache', () => {
  it('resets the share link, or returns an error', async () => {
    const clip = aClip(7)
    server.on(
      '/api/clip/7/unshare',
      itemResponse({ ...clip, uuid: 'new', share_url: '/share/7/new' }),
      problemResponse(403, 'No'),
    )
    expect(await clipCache.resetShareLink(7)).toBeNull()
    expect(clipCache.latest(clip)?.share_url).toBe('/share/7/new')
    expect(await clipCache.resetShareLink(7)).toMatchObject({ text: 'No' })
    expect(clipCache.actionOn(7)).toBeNull()
  })

  it('removes a deleted clip from every list', async () => {
    const mine = new MyClipsStore(api, clipCache)
    server.on('/api/clips/user', listResponse([aClip(7), aClip(8)])).on('/api/clip/7', { status: 204 })
    await mine.show('clips')
    expect(await clipCache.delete(7)).toBeNull()
    expect(mine.clips.map(({ id }) => id)).toEqual([8])
    clipCache.save(aClip(7))
    expect(mine.clips.map(({ id }) => id)).toEqual([8])
  })

  it.each(['of a viewer', 'of a game'])(
    'reloads the list %s in another language, and other lists as well',
    async whose => {
      const mine = new MyClipsStore(api, clipCache)
      const ofGame = new EventClipsStore(api, clipCache)
      server
        .on('/api/clips/user', listResponse([aClip(7)]))
        .on('/api/clips/event/12', listResponse([aClip(7)]))
      await Promise.all([mine.show('clips'), ofGame.open(12)])
      const inFrench = aClip(7, { event: null })
      server
        .on('/api/clips/user', listResponse([inFrench]))
        .on('/api/clips/event/12', listResponse([inFrench]))
      const list = whose === 'of a viewer' ? mine : ofGame
      list.languageChanged()
      expect(list.clips).toEqual([aClip(7)])
      await vi.waitFor(() => expect([mine.clips, ofGame.clips]).toEqual([[inFrench], [inFrench]]))
    },
  )

  it('runs the same action only once at a time', async () => {
    server.on(
      '/api/clip/download/7',
      itemResponse({ url: '/f.mp4', filename: 'f.mp4', size: 1, expires_at: '' }),
    )
    const take = vi.fn()
    await Promise.all([clipCache.download(7, take), clipCache.download(7, take)])
    expect(take).toHaveBeenCalledTimes(1)
  })

  it('runs actions in the order of presses and returns their results', async () => {
    server
      .on('/api/clip/7/unshare', itemResponse({ ...aClip(7), uuid: 'new' }))
      .on('/api/clip/7', problemResponse(403, 'Not yours'))
    expect(await Promise.all([clipCache.resetShareLink(7), clipCache.delete(7)])).toMatchObject([
      null,
      { text: 'Not yours' },
    ])
    expect(server.paths).toEqual(['/api/clip/7/unshare', '/api/clip/7'])
  })
})

describe('the video file of a game', () => {
  const download = () => {
    const store = new EventDownloadStore(api, clock.sleep)
    store.open(12)
    return store
  }
  const FILE = '/api/download-event/12'

  it('is downloaded as soon as it is ready', async () => {
    const take = vi.fn()
    const store = download()
    const waiting = anEventFile({
      state: 'processing',
      progress: 30,
      url: null,
      size: null,
      expires_at: null,
    })
    server.on(
      FILE,
      itemResponse(waiting),
      itemResponse({ ...waiting, progress: 80 }),
      itemResponse(anEventFile()),
    )
    await store.requestFile(take)
    await clock.wake()
    expect(store.state).toMatchObject({ kind: 'preparing', file: { state: 'processing', progress: 80 } })
    expect(take).not.toHaveBeenCalled()
    await clock.wake()
    expect(take).toHaveBeenCalledWith(expect.objectContaining({ url: '/media/token/downloads/1/event.mp4' }))
    await clock.wake()
    expect(server.paths).toHaveLength(3)
  })

  it('shows the server’s reason if it is rejected', async () => {
    const store = download()
    server.on(FILE, problemResponse(403, 'You have used all 10 downloads of your pass.'))
    await store.requestFile(vi.fn())
    expect(store.state).toMatchObject({
      kind: 'failed',
      errorMessage: { text: 'You have used all 10 downloads of your pass.' },
    })
  })

  it('shows once why it could not be created', async () => {
    const why = 'The server is out of storage. Please try again later.'
    server.on(
      FILE,
      itemResponse(
        anEventFile({ state: 'failed', failure_message: why, failure_code: 'errors.disk_full', url: null }),
      ),
    )
    const store = download()
    await store.requestFile(() => undefined)
    expect(store.state).toEqual({ kind: 'failed', errorMessage: { code: 'errors.disk_full', text: why } })
    store.clearError()
    expect(store.state).toEqual({ kind: 'idle' })
  })

  it('stops waiting if the server rejects a progress request', async () => {
    server.on(FILE, itemResponse(anEventFile({ state: 'processing', url: null })), problemResponse(403, 'No'))
    const store = download()
    await store.requestFile(() => undefined)
    await clock.wake()
    await flushPromises()
    expect(store.state).toEqual({ kind: 'failed', errorMessage: UNKNOWN_ERROR })
  })

  it('is not downloaded after the viewer opens another game', async () => {
    const take = vi.fn()
    const store = download()
    server.on(FILE, itemResponse(anEventFile({ state: 'queued', url: null })), itemResponse(anEventFile()))
    await store.requestFile(take)
    store.open(13)
    await clock.wake()
    await flushPromises()
    expect(take).not.toHaveBeenCalled()
    expect(store.state).toEqual({ kind: 'idle' })
  })
})
