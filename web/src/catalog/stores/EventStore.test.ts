import { configure } from 'mobx'
import { describe, expect, it } from 'vitest'
import { MEDIA } from '@/shared/mediaTypes'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import { anEvent, createCatalogApi } from '../fakes'
import { EventStore } from './EventStore'

configure({ enforceActions: 'always' })

const recording = {
  id: 1,
  type: MEDIA.vod,
  url: '/media/token/master.m3u8',
  expires_at: '2026-11-21T14:30:00Z',
}
const storeAt = (server: FakeServer) => new EventStore(createCatalogApi(server))

describe('the event on the watch page', () => {
  it('loads with the next event, without itself', async () => {
    const server = new FakeServer()
      .on('/api/events/1', { json: { data: anEvent(1) } })
      .on('/api/events', listResponse([anEvent(1), anEvent(2)]))
    const store = storeAt(server)
    await store.open(1)
    expect(store.event?.id).toBe(1)
    expect(store.nextUp.map(event => event.id)).toEqual([2])
  })

  it('that is not there is missing, and not failed for ever', async () => {
    const store = storeAt(new FakeServer())
    await store.openWithoutNext(1)
    expect(store.isMissing(1)).toBe(true)
    expect(store.detail.busy).toBe(false)
  })

  it('that does not exist keeps the next one, whose page is drawn before it loads', async () => {
    const store = storeAt(new FakeServer())
    await store.openWithoutNext(1)
    expect(store.isMissing(2)).toBe(false)
    expect(store.errorOf(2)).toBeNull()
  })

  it('leaves the page at once when another one is opened', async () => {
    const server = new FakeServer()
      .on('/api/events/1', { json: { data: anEvent(1) } })
      .on('/api/events/2', { json: { data: anEvent(2) } })
    const store = storeAt(server)
    await store.openWithoutNext(1)
    const opening = store.openWithoutNext(2)
    expect(store.event).toBeNull()
    await opening
    expect(store.event?.id).toBe(2)
  })

  it('stays on the page while it reloads', async () => {
    const server = new FakeServer().on('/api/events/1', { json: { data: anEvent(1) } })
    const store = storeAt(server)
    await store.openWithoutNext(1)
    const refreshing = store.refresh()
    expect(store.event?.id).toBe(1)
    await refreshing
  })
})

describe('a fresh address of the stream', () => {
  it('comes with its end and does not touch the page', async () => {
    const server = new FakeServer().on(
      '/api/events/1',
      { json: { data: anEvent(1) } },
      { json: { data: anEvent(1, { media: [recording] }) } },
    )
    const store = storeAt(server)
    await store.openWithoutNext(1)
    expect(await store.refreshStreamUrl(MEDIA.vod)).toEqual({
      url: recording.url,
      expiresAt: new Date(recording.expires_at),
    })
    expect(store.event?.media).toEqual([])
  })

  it('stays with the live stream after the game, as long as there is one', async () => {
    const stream = { ...recording, type: MEDIA.live, url: '/media/token/live/1-ab/master.m3u8' }
    const server = new FakeServer().on(
      '/api/events/1',
      { json: { data: anEvent(1) } },
      { json: { data: anEvent(1, { media: [recording, stream] }) } },
      { json: { data: anEvent(1, { media: [recording] }) } },
    )
    const store = storeAt(server)
    await store.openWithoutNext(1)
    expect((await store.refreshStreamUrl(MEDIA.live))?.url).toBe(stream.url)
    expect((await store.refreshStreamUrl(MEDIA.live))?.url).toBe(recording.url)
  })

  it('is null when this viewer may not have it any more', async () => {
    const closed = { ...recording, url: null, expires_at: null }
    const server = new FakeServer().on('/api/events/1', { json: { data: anEvent(1, { media: [closed] }) } })
    const store = storeAt(server)
    await store.openWithoutNext(1)
    expect(await store.refreshStreamUrl(MEDIA.vod)).toBeNull()
  })

  it('fails when nobody answers, so that the player can tell the two apart', async () => {
    const server = new FakeServer().on(
      '/api/events/1',
      { json: { data: anEvent(1) } },
      new TypeError('no network'),
    )
    const store = storeAt(server)
    await store.openWithoutNext(1)
    await expect(store.refreshStreamUrl(MEDIA.vod)).rejects.toMatchObject({ code: 'network' })
  })
})
