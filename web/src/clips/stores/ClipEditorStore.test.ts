import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakePlayer } from '@/shared/testing/FakePlayer'
import { FakeServer, itemResponse } from '@/shared/testing/fakes'
import { aClip, aClippableEvent, createClipsStore } from '../fakes'
import { type ClipEditorStore, clipEditorStore, type EditorParams, RANGE_PAST_END } from './ClipEditorStore'

configure({ enforceActions: 'always' })

const EVENT = '/api/events/12'
const EMPTY_PARAMS: EditorParams = { at: null, instant: null, clip: null }
/** The start of the clock of a live stream, in seconds since the epoch. */
const STREAM_START = 1_795_000_000

let server: FakeServer
let store: ClipEditorStore
let player: FakePlayer

beforeEach(() => {
  server = new FakeServer().on(EVENT, itemResponse(aClippableEvent(12)))
  store = createClipsStore(server).resolve(clipEditorStore)
  player = new FakePlayer()
})

async function open(params: Partial<EditorParams> = {}, game = aClippableEvent(12)) {
  server.on(EVENT, itemResponse(game))
  const whole = { ...EMPTY_PARAMS, ...params }
  await store.open(12, whole.clip)
  store.attach(player, whole)
}
const fill = (name = 'Glove save', tags = ['Save']) => {
  store.form.change('name', name)
  store.form.change('tags', tags)
}
const liveEvent = () =>
  aClippableEvent(12, {
    stream_status: 'live',
    media: [{ id: 40, type: 2, url: '/media/live.m3u8', expires_at: null, start_ts: STREAM_START }],
  })
const requests = () => server.requests.filter(({ method }) => method !== 'GET')

describe('the editor of a recording', () => {
  it('starts around the given position once the player knows the duration', async () => {
    player.seekableRange = { start: 0, end: 0 }
    await open({ at: 1000 })
    expect(store.range.isInitialized).toBe(false)
    player.seekableRange = { start: 0, end: 5400 }
    store.syncWithPlayer()
    expect([store.range.start, store.range.end]).toEqual([985, 1005])
  })

  it('reloads the game’s name in another language, and keeps the range and the text', async () => {
    await open({ at: 1000 })
    fill()
    server.on(EVENT, itemResponse(aClippableEvent(12, { name: 'Harlan Falls à Cedar Ridge' })))
    store.languageChanged()
    await vi.waitFor(() => expect(store.event?.name).toBe('Harlan Falls à Cedar Ridge'))
    expect(store.form.values.name).toBe('Glove save')
    expect([store.range.start, store.range.end]).toEqual([985, 1005])
  })

  it('saves the range in seconds of the recording, with its text, once', async () => {
    server.on('/api/clip', itemResponse(aClip(7, { state: 'queued', ahead: 2 }), 201))
    await open({ at: 1000 })
    fill('  Glove save ')
    const [saved] = await Promise.all([store.save(), store.save()])
    expect(saved?.clip.id).toBe(7)
    expect(requests().map(({ body }) => body)).toEqual([
      {
        api_key: 'key',
        event_id: 12,
        event_media_id: 30,
        name: 'Glove save',
        start_time: 985,
        duration: 20,
        tags: ['Save'],
      },
    ])
    expect(store.visibleClips.map(({ id, state }) => [id, state])).toEqual([[7, 'queued']])
    expect(store.form.values).toEqual({ name: '', tags: [] })
  })

  it('shows the specification’s message for each missing field, and sends nothing', async () => {
    await open({ at: 1000 })
    store.form.change('name', '   ')
    await store.save()
    expect(store.form.errors).toEqual({
      name: [{ code: 'errors.required' }],
      tags: [{ code: 'errors.tag_required' }],
    })
    expect(requests()).toEqual([])
  })

  it('shows an error for an end after the recording', async () => {
    await open({ at: 5395 })
    fill()
    store.setTypedEdge('end', 5420)
    await store.save()
    expect(store.form.errors).toEqual({ duration: [RANGE_PAST_END] })
    expect(requests()).toEqual([])
  })

  it('shows the server’s error', async () => {
    server.on('/api/clip', {
      status: 403,
      json: { status: 403, message: 'You have made all 50 clips of your pass.' },
    })
    await open({ at: 1000 })
    fill()
    await store.save()
    expect(store.form.errorMessage?.text).toBe('You have made all 50 clips of your pass.')
  })

  it('shows the frame of the handle that moved', async () => {
    await open({ at: 1000 })
    store.moveEdge('start', 990.05)
    expect(player.position).toBeCloseTo(990.06)
    store.moveEdge('end', 1001)
    expect(player.position).toBeCloseTo(1000.98)
    expect(player.paused).toBe(true)
  })

  it('plays the selection from its start, unless the current position is in it', async () => {
    await open({ at: 1000 })
    player.position = 20
    store.preview()
    expect([player.position, player.paused]).toEqual([985.02, false])
    store.preview()
    player.position = 990
    store.preview()
    expect([player.position, player.paused]).toEqual([990, false])
  })
})

it('does not report a game as missing because the previous one was', async () => {
  await store.open(99, null)
  expect(store.isMissing(99)).toBe(true)
  expect(store.isMissing(12)).toBe(false)
  expect(store.errorOf(12)).toBeNull()
})

describe('the editor of a live game', () => {
  beforeEach(() => {
    // The player's clock starts one minute after the stream's.
    player = new FakePlayer((STREAM_START + 60) * 1000)
    player.seekableRange = { start: 0, end: 600 }
  })

  it('counts from the start of the stream’s clock', async () => {
    server.on('/api/clip', itemResponse(aClip(7), 201))
    await open({ instant: (STREAM_START + 60 + 300) * 1000 }, liveEvent())
    expect([store.range.start, store.range.end, store.range.origin]).toEqual([285, 305, 60])
    fill()
    await store.save()
    expect(requests()[0]?.body).toMatchObject({ event_media_id: 40, start_time: 345, duration: 20 })
  })

  it('starts at the newest position by default', async () => {
    await open({}, liveEvent())
    expect([store.range.start, store.range.end]).toEqual([580, 600])
  })
})

describe('a clip that is edited', () => {
  const edited = aClip(3, { start_time: 200, duration: 10, state: 'failed' })
  beforeEach(() => void server.on('/api/clip/3', itemResponse(edited)))

  it('starts with its range and its text', async () => {
    await open({ clip: 3 })
    expect([store.range.start, store.range.end]).toEqual([200, 210])
    expect(store.form.values).toEqual({ name: 'Clip 3', tags: ['Save'] })
  })

  it('replaces the failed clip if its range changes', async () => {
    server.on('/api/clip', itemResponse(aClip(8), 201))
    await open({ clip: 3 })
    store.moveEdge('start', 201)
    await store.save()
    expect(requests().map(({ method, path }) => [method, path])).toEqual([
      ['POST', '/api/clip'],
      ['DELETE', '/api/clip/3'],
    ])
  })

  it('shows an error if the failed clip cannot be deleted', async () => {
    server
      .on('/api/clip', itemResponse(aClip(8), 201))
      .on('/api/clip/3', itemResponse(edited), { status: 503 })
    await open({ clip: 3 })
    store.moveEdge('start', 201)
    expect(await store.save()).toMatchObject({ clip: { id: 8 }, isReplacedClipKept: true })
    fill()
    expect(await store.save()).toMatchObject({ isReplacedClipKept: false })
  })

  it('only saves its text if its range is unchanged', async () => {
    server.on('/api/clip/3', itemResponse({ ...edited, state: 'ready' }))
    await open({ clip: 3 })
    store.form.change('name', 'Better')
    await store.save()
    expect(requests().map(({ path, body }) => [path, body])).toEqual([
      ['/api/clip/3', { api_key: 'key', _method: 'patch', name: 'Better', tags: ['Save'] }],
    ])
  })

  it('is not loaded if it belongs to another viewer', async () => {
    server.on('/api/clip/3', itemResponse({ ...edited, is_own: false }))
    await open({ clip: 3, at: 50 })
    expect(store.editedClip).toBeNull()
    expect(store.range.start).toBe(35)
  })
})
