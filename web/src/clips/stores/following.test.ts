import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CLIP_POLL_MS } from '@/shared/constants'
import { UNKNOWN } from '@/shared/stores/Form'
import { FakeServer } from '@/shared/testing/fakes'
import { ClipsApi } from '../api'
import { aClip, aClips, anEventFile } from '../fakes'
import { Clock, settled } from '../testing/time'
import { ClipsBook } from './ClipsBook'
import { EventClipsStore } from './EventClipsStore'
import { EventDownloadStore } from './EventDownloadStore'
import { MyClipsStore } from './MyClipsStore'

configure({ enforceActions: 'always' })

const one = (data: unknown) => ({ json: { data } })
const many = (data: unknown[]) => ({ json: { data, meta: { total: data.length, limit: 20, offset: 0 } } })
const problem = (status: number, message: string) => ({ status, json: { status, message } })

let server: FakeServer
let clock: Clock
let api: ClipsApi
let book: ClipsBook

beforeEach(() => {
  server = new FakeServer()
  clock = new Clock()
  api = new ClipsApi(aClips(server).shell.api)
  book = new ClipsBook(api, clock.sleep)
})
const QUEUED = aClip(7, { state: 'queued', progress: 0, ahead: 2, size: null })

describe('a clip whose file is to come', () => {
  it('is asked about every 2 s, and not once more when it is there', async () => {
    server.on('/api/clip/7', one({ ...QUEUED, state: 'processing', progress: 64 }), one(aClip(7)))
    book.keep(QUEUED)
    book.keep(QUEUED)
    await clock.tick()
    expect(book.newest(QUEUED)).toMatchObject({ state: 'processing', progress: 64 })
    await clock.tick()
    expect(book.newest(QUEUED)?.state).toBe('ready')
    await clock.tick()
    expect(server.paths).toEqual(['/api/clip/7', '/api/clip/7'])
    expect(clock.waits).toEqual([CLIP_POLL_MS, CLIP_POLL_MS])
  })

  it('is asked about again where no answer came, and left alone where it is refused', async () => {
    server.on('/api/clip/7', new Error('down'), problem(404, 'No'))
    book.keep(QUEUED)
    await clock.tick()
    await clock.tick()
    await clock.tick()
    expect(server.paths).toHaveLength(2)
  })

  it('is followed anew after another try', async () => {
    const failed = aClip(7, { state: 'failed', failure_message: 'The recording has a gap.' })
    server.on('/api/clip/7/retry', one(QUEUED)).on('/api/clip/7', one(aClip(7)))
    book.keep(failed)
    expect(await book.retry(7)).toBeNull()
    expect(book.newest(failed)?.state).toBe('queued')
    await clock.tick()
    expect(book.newest(failed)?.state).toBe('ready')
  })

  it('of somebody else is nobody’s to follow', () => {
    book.keep({ ...QUEUED, is_own: false })
    expect(clock.waits).toEqual([])
  })
})

describe('what owners do', () => {
  it('gives a new link, and says why not', async () => {
    const clip = aClip(7)
    server.on(
      '/api/clip/7/unshare',
      one({ ...clip, uuid: 'new', share_url: '/share/7/new' }),
      problem(403, 'No'),
    )
    expect(await book.unshare(7)).toBeNull()
    expect(book.newest(clip)?.share_url).toBe('/share/7/new')
    expect(await book.unshare(7)).toBe('No')
    expect(book.actOn(7)).toBeNull()
  })

  it('takes a clip out of every list when it is deleted, for good', async () => {
    const mine = new MyClipsStore(api, book)
    server.on('/api/clips/user', many([aClip(7), aClip(8)])).on('/api/clip/7', { status: 204 })
    await mine.show('clips')
    expect(await book.delete(7)).toBeNull()
    expect(mine.clips.map(({ id }) => id)).toEqual([8])
    book.keep(aClip(7))
    expect(mine.clips.map(({ id }) => id)).toEqual([8])
  })

  it.each(['of a viewer', 'of a game'])(
    'in a list %s is told in another language, in others as well',
    async whose => {
      const mine = new MyClipsStore(api, book)
      const ofGame = new EventClipsStore(api, book)
      server.on('/api/clips/user', many([aClip(7)])).on('/api/clips/event/12', many([aClip(7)]))
      await Promise.all([mine.show('clips'), ofGame.open(12)])
      const inFrench = aClip(7, { event: null })
      server.on('/api/clips/user', many([inFrench])).on('/api/clips/event/12', many([inFrench]))
      const list = whose === 'of a viewer' ? mine : ofGame
      list.languageChanged()
      expect(list.clips).toEqual([aClip(7)])
      await vi.waitFor(() => expect([mine.clips, ofGame.clips]).toEqual([[inFrench], [inFrench]]))
    },
  )

  it('does one thing at a time', async () => {
    server.on('/api/clip/download/7', one({ url: '/f.mp4', filename: 'f.mp4', size: 1, expires_at: '' }))
    const take = vi.fn()
    await Promise.all([book.download(7, take), book.download(7, take)])
    expect(take).toHaveBeenCalledTimes(1)
  })

  it('does what is pressed meanwhile in its turn, and answers how that went', async () => {
    server
      .on('/api/clip/7/unshare', one({ ...aClip(7), uuid: 'new' }))
      .on('/api/clip/7', problem(403, 'Not yours'))
    expect(await Promise.all([book.unshare(7), book.delete(7)])).toEqual([null, 'Not yours'])
    expect(server.paths).toEqual(['/api/clip/7/unshare', '/api/clip/7'])
  })
})

describe('the file of a whole game', () => {
  const download = () => {
    const store = new EventDownloadStore(api, clock.sleep)
    store.open(12)
    return store
  }
  const FILE = '/api/download-event/12'

  it('is waited for, and given as soon as it is there', async () => {
    const take = vi.fn()
    const store = download()
    const waiting = anEventFile({
      state: 'processing',
      progress: 30,
      url: null,
      size: null,
      expires_at: null,
    })
    server.on(FILE, one(waiting), one({ ...waiting, progress: 80 }), one(anEventFile()))
    await store.ask(take)
    await clock.tick()
    expect(store.file).toMatchObject({ state: 'processing', progress: 80 })
    expect(take).not.toHaveBeenCalled()
    await clock.tick()
    expect(take).toHaveBeenCalledWith(expect.objectContaining({ url: '/media/token/downloads/1/event.mp4' }))
    await clock.tick()
    expect(server.paths).toHaveLength(3)
  })

  it('that was refused says why', async () => {
    const store = download()
    server.on(FILE, problem(403, 'You have used all 10 downloads of your pass.'))
    await store.ask(vi.fn())
    expect(store.refusal).toBe('You have used all 10 downloads of your pass.')
    expect(store.busy).toBe(false)
  })

  it('says once why no file could be made', async () => {
    const why = 'There is no room left on the disk. Please try again later.'
    server.on(FILE, one(anEventFile({ state: 'failed', failure_message: why, url: null })))
    const store = download()
    await store.ask(() => undefined)
    expect(store.refusal).toBe(why)
    store.told()
    expect(store.refusal).toBeNull()
  })

  it('waits no longer where the server refuses to say how far it is', async () => {
    server.on(FILE, one(anEventFile({ state: 'processing', url: null })), problem(403, 'No'))
    const store = download()
    await store.ask(() => undefined)
    await clock.tick()
    await settled()
    expect(store.file).toBeNull()
    expect(store.refusal).toBe(UNKNOWN)
  })

  it('of another game is not given to who went on', async () => {
    const take = vi.fn()
    const store = download()
    server.on(FILE, one(anEventFile({ state: 'queued', url: null })), one(anEventFile()))
    await store.ask(take)
    store.open(13)
    await clock.tick()
    await settled()
    expect(take).not.toHaveBeenCalled()
    expect(store.file).toBeNull()
  })
})
