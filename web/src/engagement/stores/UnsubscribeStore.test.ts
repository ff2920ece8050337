import { configure } from 'mobx'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aReminder, createEngagementStore } from '../fakes'
import { type UnsubscribeStore, unsubscribeStore } from './UnsubscribeStore'

configure({ enforceActions: 'always' })

const STOP = '/api/news/unsubscribe'
const STOPPED = { about_type: 'event', about_id: 11, name: 'Timber @ Tide', score_alerts: false }
let server: FakeServer
let store: UnsubscribeStore

beforeEach(() => {
  server = new FakeServer()
    .on(STOP, { json: { data: STOPPED } })
    .on('/api/reminder', { status: 201, json: { data: aReminder(1) } })
  store = createEngagementStore(server).resolve(unsubscribeStore)
})

describe('the unsubscribe link', () => {
  it('unsubscribes once, even after several presses, and shows the subject', async () => {
    await Promise.all([store.stop('a token'), store.stop('a token')])
    await store.stop('a token')
    expect(server.paths).toEqual([STOP])
    expect(store.state).toEqual({ kind: 'stopped', notification: STOPPED })
  })

  it('can be tried again if the server was unreachable', async () => {
    server.on(STOP, { status: 503 }, { json: { data: STOPPED } })
    await store.stop('a token')
    expect(store.state).toMatchObject({ kind: 'failed', error: { status: 503 } })
    await store.stop('a token')
    expect(store.state).toEqual({ kind: 'stopped', notification: STOPPED })
  })

  it('can be undone by the viewer', async () => {
    await store.stop('a token')
    expect(await store.undo()).toBe(true)
    expect(store.state.kind).toBe('undone')
    expect(server.requests.at(-1)?.body).toMatchObject({ about_type: 'event', about_id: 11 })
  })

  it('stays unsubscribed if the undo fails', async () => {
    await store.stop('a token')
    server.on('/api/reminder', { status: 400 })
    expect([await store.undo(), store.state.kind]).toEqual([false, 'stopped'])
  })
})
