// @vitest-environment jsdom
import { configure } from 'mobx'
import { DetailedError, type UploadOptions } from 'tus-js-client'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeServer, itemResponse } from '@/shared/testing/fakes'
import { createShell } from '@/shared/testing/shell'
import { type OwnerVideos, type StoredUpload, VideosApi } from '../../videosApi'
import type { TusUpload } from './FileTransfer'
import { checkName } from './fileCheck'
import { VideosStore } from './VideosStore'

configure({ enforceActions: 'always' })

const VIDEOS = '/api/studio/events/final/videos'
const RECORDING = '/api/studio/events/final/recording'
const EFFECTS = { video_count: 1, clip_count: 2, download_count: 0, pass_count: 3, order_count: 1 }

class FakeTus implements TusUpload {
  url: string | null = null
  calls: string[] = []
  constructor(readonly options: UploadOptions) {}
  start = () => void this.calls.push('start')
  abort = async (terminates?: boolean) => void this.calls.push(terminates ? 'terminate' : 'abort')
}

const stored: StoredUpload = {
  id: 4,
  file_name: 'final.mp4',
  size: 10,
  offset: 4,
  state: 'receiving',
  failure_message: '',
  expires_at: '2026-11-28T18:00:00Z',
}
const videos = (changes: Partial<OwnerVideos> = {}): OwnerVideos => ({
  recording_state: '',
  restorable_until: null,
  clip_count: 0,
  videos: [],
  uploads: [],
  max_upload_bytes: 20_000_000_000,
  ...changes,
})
const file = (name = 'final.mp4', type = 'video/mp4', content = '0123456789') =>
  new File([content], name, { type })

let server: FakeServer
let uploads: FakeTus[]

async function open(list: OwnerVideos, canPlay = true): Promise<VideosStore> {
  server.on(VIDEOS, itemResponse(list))
  const store = new VideosStore(
    new VideosApi(createShell(server).api),
    (_file, options) => {
      const upload = new FakeTus(options)
      uploads.push(upload)
      return upload
    },
    async () => canPlay,
  )
  await store.load({ kind: 'event', key: 'final' })
  return store
}

beforeEach(() => {
  server = new FakeServer()
  uploads = []
})

describe('a file', () => {
  it.each([
    [file('scores.pdf', 'application/pdf'), 'not_video'],
    [file('team.JPG', ''), 'not_video'],
    [file('empty.mp4', 'video/mp4', ''), 'empty'],
    [file('camera.mxf', ''), 'video'],
  ])('is judged by its name, type and size', (chosen, verdict) => {
    expect(checkName(chosen, 10)).toBe(verdict)
    expect(checkName(file('long.mp4'), 9)).toBe('too_large')
  })

  it('that is no video is not sent', async () => {
    const store = await open(videos())
    await store.send(file('scores.pdf', 'application/pdf'), false)
    expect([store.verdict, uploads]).toEqual(['not_video', []])
  })

  it('that the browser cannot read is sent with a hint', async () => {
    const store = await open(videos(), false)
    await store.send(file('camera.mxf', ''), false)
    expect([store.verdict, uploads[0]?.calls]).toEqual(['unknown', ['start']])
  })

  it('is sent to a new upload of the event', async () => {
    const store = await open(videos({ uploads: [stored] }))
    await store.send(file('other.mp4'), true)
    const [upload] = uploads
    expect(upload?.options.endpoint).toBe('/api/studio/uploads')
    expect(upload?.options.metadata).toMatchObject({ filename: 'other.mp4', event: 'final', replace: '1' })
  })

  it('is sent to a library item', async () => {
    server.on('/api/studio/library-items/skating/videos', itemResponse(videos()))
    const store = await open(videos())
    await store.load({ kind: 'library_item', key: 'skating' })
    await store.send(file(), false)
    expect(uploads[0]?.options.metadata).toMatchObject({ filename: 'final.mp4', library_item: 'skating' })
  })

  it('of which the server has a part continues there', async () => {
    const store = await open(videos({ uploads: [stored] }))
    expect(store.interrupted).toEqual([stored])
    await store.send(file(), false)
    expect(uploads[0]?.options.uploadUrl).toBe('/api/studio/uploads/4')
    expect(store.interrupted).toEqual([])
  })
})

describe('a transfer', () => {
  it('shows its progress, waits without a connection, and continues', async () => {
    const store = await open(videos())
    await store.send(file(), false)
    const { options, calls } = uploads[0] as FakeTus
    options.onProgress?.(4, 10)
    expect([store.transfer?.percent, store.transfer?.state]).toEqual([40, 'sending'])
    expect(options.onShouldRetry?.(new DetailedError('no network'), 0, options)).toBe(true)
    expect(store.transfer?.state).toBe('waiting')
    globalThis.dispatchEvent(new Event('online'))
    await Promise.resolve()
    expect([store.transfer?.state, calls]).toEqual(['sending', ['start', 'abort', 'start']])
  })

  it('can be paused, resumed and canceled', async () => {
    const store = await open(videos())
    await store.send(file(), false)
    store.transfer?.pause()
    expect(store.transfer?.state).toBe('paused')
    store.transfer?.resume()
    await Promise.resolve()
    await store.cancel()
    expect(store.transfer).toBeNull()
    expect(uploads[0]?.calls).toEqual(['start', 'abort', 'start', 'abort', 'terminate'])
  })

  it('loads the list again when it is done', async () => {
    const store = await open(videos())
    await store.send(file(), false)
    server.on(VIDEOS, itemResponse(videos({ uploads: [{ ...stored, offset: 10, state: 'received' }] })))
    uploads[0]?.options.onSuccess?.({} as never)
    await store.refresh()
    expect([store.transfer?.state, store.isWorking]).toEqual(['done', true])
  })
})

describe('the recording', () => {
  it('is deleted only after the effects were shown', async () => {
    const store = await open(videos())
    server.on(
      RECORDING,
      itemResponse({ ...EFFECTS, is_done: false }),
      itemResponse({ ...EFFECTS, is_done: true }),
    )
    expect(await store.act('delete')).toBe(true)
    expect(store.pending?.effects.pass_count).toBe(3)
    await store.act('delete', true)
    expect(store.pending).toBeNull()
    expect(server.requests.filter(({ path }) => path === RECORDING).map(({ body }) => body?.confirm)).toEqual(
      [false, true],
    )
  })

  it('stays as it is if the server refuses', async () => {
    const store = await open(videos())
    server.on(RECORDING, { status: 400, json: { code: 'errors.refused' } })
    expect(await store.act('hide')).toBe(false)
  })
})
