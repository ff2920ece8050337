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
  it('loads with the next events, excluding itself', async () => {
    const server = new FakeServer()
      .on('/api/events/1', { json: { data: anEvent(1) } })
      .on('/api/events', listResponse([anEvent(1), anEvent(2)]))
    const store = storeAt(server)
    await store.open(1)
    expect(store.event?.id).toBe(1)
    expect(store.nextUp.map(event => event.id)).toEqual([2])
  })

  it('is missing if it does not exist, and is no longer loading', async () => {
    const store = storeAt(new FakeServer())
    await store.openWithoutNext(1)
    expect(store.isMissing(1)).toBe(true)
    expect(store.detail.isBusy).toBe(false)
  })

  it('that is missing does not affect the next one', async () => {
    const store = storeAt(new FakeServer())
    await store.openWithoutNext(1)
    expect(store.isMissing(2)).toBe(false)
    expect(store.errorOf(2)).toBeNull()
  })

  it('is cleared as soon as another one is opened', async () => {
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

  it('stays visible while it reloads', async () => {
    const server = new FakeServer().on('/api/events/1', { json: { data: anEvent(1) } })
    const store = storeAt(server)
    await store.openWithoutNext(1)
    const refreshing = store.refresh()
    expect(store.event?.id).toBe(1)
    await refreshing
  })
})

describe('a refreshed stream URL', () => {
  it('has its expiry time, and does not change the event', async () => {
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

  it('is for the live stream after the game as long as there is one', async () => {
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

  it('is null if the viewer no longer has access', async () => {
    const closed = { ...recording, url: null, expires_at: null }
    const server = new FakeServer().on('/api/events/1', { json: { data: anEvent(1, { media: [closed] }) } })
    const store = storeAt(server)
    await store.openWithoutNext(1)
    expect(await store.refreshStreamUrl(MEDIA.vod)).toBeNull()
  })

  it('throws an error if the network fails, so that the player can retry', async () => {
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
