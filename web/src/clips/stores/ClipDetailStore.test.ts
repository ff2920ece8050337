import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aClip, createClipsStore } from '../fakes'
import { type ClipDetailStore, clipStore } from './ClipDetailStore'

configure({ enforceActions: 'always' })

const ownClip = (id: number) => ({ id, uuid: null })
let server: FakeServer
let store: ClipDetailStore

beforeEach(() => {
  server = new FakeServer().on('/api/clip/7', { json: { data: aClip(7) } })
  store = createClipsStore(server).resolve(clipStore)
})

describe('a clip', () => {
  it('is not returned for another id or another link', async () => {
    server.on('/api/shared-clip/7', { json: { data: aClip(7, { is_own: false }) } })
    await store.open({ id: 7, uuid: 'a' })
    expect(store.getClip(7, 'a')?.id).toBe(7)
    expect([store.getClip(8, 'b'), store.getClip(7, 'b'), store.getClip(7)]).toEqual([null, null, null])
  })

  it('that does not exist is missing, and another clip is not', async () => {
    await store.open(ownClip(9))
    expect(store.isMissing(9)).toBe(true)
    expect(store.isMissing(7)).toBe(false)
    expect(store.errorOf(7)).toBeNull()
  })

  it('reloads its game in another language', async () => {
    await store.open(ownClip(7))
    server.on('/api/clip/7', { json: { data: aClip(7, { event: null }) } })
    store.languageChanged()
    await vi.waitFor(() => expect(store.clip?.event).toBeNull())
  })

  it('that its owner deleted is marked as deleted, and another clip is not', async () => {
    await store.open(ownClip(7))
    server.on('/api/clip/7', { status: 204 })
    await store.clipCache.delete(7)
    expect([store.isDeleted(7), store.isMissing(7)]).toEqual([true, true])
    expect([store.isDeleted(8), store.isMissing(8)]).toEqual([false, false])
  })

  it('with a revoked link is missing only for the old link', async () => {
    await store.open({ id: 7, uuid: 'old' })
    expect(store.isMissing(7, 'old')).toBe(true)
    expect(store.isMissing(7, 'new')).toBe(false)
  })
})
