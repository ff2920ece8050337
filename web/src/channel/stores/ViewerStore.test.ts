// @vitest-environment jsdom
import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpClient } from '@/shared/http/client'
import { HttpError } from '@/shared/http/errors'
import { Session } from '@/shared/http/session'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { FakeServer, MemoryStorage } from '@/shared/testing/fakes'
import { aUser } from '../fakes'
import { ViewerStore } from './ViewerStore'

configure({ enforceActions: 'always' })

let server: FakeServer
let backend: MemoryStorage
let storage: BrowserStorage
const viewerChanges = vi.fn()

function createViewerStore(): ViewerStore {
  storage = new BrowserStorage('test.', backend)
  const setup = { http: new HttpClient(server.fetch), storage, hosts: () => ({}), language: () => 'en' }
  return new ViewerStore(new Session({ ...setup, sleep: async () => undefined }), storage, viewerChanges)
}

/** Return the store of a viewer who logged in on an earlier visit. */
function createReturningViewerStore(): ViewerStore {
  const viewer = createViewerStore()
  storage.set('api_key', 'theirs')
  storage.set('logged_in', true)
  return viewer
}

const storedValues = () => Array.from({ length: backend.length }, (_, index) => backend.key(index)).sort()

beforeEach(() => {
  viewerChanges.mockReset()
  backend = new MemoryStorage()
  server = new FakeServer()
    .on('/channel-key', { json: { data: { channel_key: 'channel' } } })
    .on('/api/get_api_key', { json: { data: { api_key: 'fresh' } } })
    .on('/api/profile', { json: { data: aUser({ capabilities: ['no_ads'] }) } })
    .on('/api/auth/logout', { status: 204 })
})

describe('at the start', () => {
  it('a browser without a logged-in viewer sends no request', async () => {
    const viewer = createViewerStore()
    await viewer.load()
    expect(viewer.id).toBeNull()
    expect(server.requests).toEqual([])
  })

  it('a returning viewer is identified with their capabilities', async () => {
    const viewer = createReturningViewerStore()
    await viewer.load()
    expect([viewer.id, viewer.capabilities]).toEqual([5, ['no_ads']])
    expect(viewerChanges).not.toHaveBeenCalled()
  })

  it('an operator is recognized after loading', async () => {
    server.on('/api/profile', { json: { data: aUser({ operator: true }) } })
    const viewer = createReturningViewerStore()
    expect(viewer.isOperator).toBe(false)
    await viewer.load()
    expect(viewer.isOperator).toBe(true)
  })

  it('an expired session ends without further requests', async () => {
    server.on('/api/profile', { status: 401 })
    const viewer = createReturningViewerStore()
    await viewer.load()
    expect([viewer.id, storage.get('logged_in')]).toEqual([null, null])
  })

  it('a failed request keeps the log-in for the next visit', async () => {
    server.on('/api/profile', { status: 503 })
    const viewer = createReturningViewerStore()
    await viewer.load()
    expect([viewer.id, storage.get('logged_in')]).toEqual([null, true])
  })
})

describe('logging in', () => {
  it('stores the new key and no other data about the person', async () => {
    const viewer = createViewerStore()
    viewer.logIn({ api_key: 'theirs', user: aUser() }, '/verify-notice')
    expect([viewer.id, storage.get('api_key')]).toEqual([5, 'theirs'])
    expect(viewerChanges.mock.calls).toEqual([[{ user: aUser(), to: '/verify-notice', entered: true }]])
    expect(storedValues()).toEqual(['test.api_key', 'test.logged_in'])
    expect(backend.getItem('test.logged_in')).not.toContain('5,')
  })

  it('with a temporary password requires a new one until it is changed', () => {
    const viewer = createViewerStore()
    viewer.logIn({ api_key: 'theirs', user: aUser({ temporary_password: true }) })
    expect(viewer.hasTemporaryPassword).toBe(true)
    viewer.update(aUser())
    expect(viewer.hasTemporaryPassword).toBe(false)
  })

  it('in another page is detected', async () => {
    const viewer = createViewerStore()
    storage.set('api_key', 'theirs')
    await viewer.identify()
    expect([viewer.id, storage.get('logged_in')]).toEqual([5, true])
    expect(viewerChanges).toHaveBeenCalledTimes(1)
  })
})

describe('logging out', () => {
  it('ends the session on the server and fetches a fresh key', async () => {
    const viewer = createReturningViewerStore()
    await viewer.load()
    await viewer.logOut()
    expect(server.requests.at(1)).toMatchObject({ path: '/api/auth/logout', body: { api_key: 'theirs' } })
    expect(server.paths.at(-1)).toBe('/api/get_api_key')
    expect([viewer.user, storage.get('api_key'), storage.get('logged_in')]).toEqual([null, 'fresh', null])
    expect(viewerChanges).toHaveBeenLastCalledWith({ user: null, to: '/' })
  })

  it('succeeds even if the server rejects it', async () => {
    server.on('/api/auth/logout', { status: 500 })
    const viewer = createReturningViewerStore()
    await viewer.load()
    await viewer.logOut()
    expect(viewer.id).toBeNull()
  })

  it('fails if the server is unreachable, because the session would stay valid', async () => {
    const viewer = createReturningViewerStore()
    await viewer.load()
    server.on('/api/auth/logout', new TypeError('offline'))
    await expect(viewer.logOut()).rejects.toBeInstanceOf(HttpError)
    expect([viewer.id, storage.get('api_key')]).toEqual([5, 'theirs'])
  })
})

describe('deleting the account', () => {
  it('leaves a visitor, who is redirected from account pages to the home page', async () => {
    const viewer = createReturningViewerStore()
    await viewer.load()
    await viewer.handleAccountClosed()
    expect([viewer.id, storage.get('api_key')]).toEqual([null, 'fresh'])
    expect(viewerChanges).toHaveBeenLastCalledWith({ user: null, to: '/' })
  })
})

describe('a late response', () => {
  it('to a profile change does not log the viewer in again', async () => {
    const viewer = createReturningViewerStore()
    await viewer.load()
    await viewer.logOut()
    viewer.update(aUser({ last_name: 'Berg' }))
    expect(viewer.user).toBeNull()
  })

  it('to a profile request does not log the viewer in again', async () => {
    const viewer = createReturningViewerStore()
    const stop = viewer.subscribe()
    const loading = viewer.load()
    storage.remove('logged_in')
    storage.remove('api_key')
    dispatchEvent(new StorageEvent('storage', { key: 'test.api_key' }))
    await loading
    expect(viewer.id).toBeNull()
    stop()
  })

  it('with an expired session does not log out a newer viewer', async () => {
    server.on('/api/profile', { status: 401 })
    const viewer = createReturningViewerStore()
    const loading = viewer.load()
    viewer.logIn({ api_key: 'new', user: aUser() })
    await loading
    expect([viewer.id, storage.get('logged_in')]).toEqual([5, true])
  })
})

describe('another tab', () => {
  const dispatchStorageEvent = (key: string | null) => dispatchEvent(new StorageEvent('storage', { key }))

  it('that logs in or out is followed', async () => {
    const viewer = createViewerStore()
    const stop = viewer.subscribe()
    storage.set('logged_in', true)
    storage.set('api_key', 'theirs')
    dispatchStorageEvent('test.api_key')
    await vi.waitFor(() => expect(viewer.id).toBe(5))
    expect(viewerChanges).toHaveBeenLastCalledWith({ user: viewer.user, to: undefined })
    storage.remove('logged_in')
    storage.remove('api_key')
    dispatchStorageEvent('test.api_key')
    expect(viewer.id).toBeNull()
    expect(viewerChanges).toHaveBeenLastCalledWith({ user: null, to: '/' })
    stop()
  })

  it('that gets an anonymous key, or belongs to another channel, changes nothing', async () => {
    const viewer = createViewerStore()
    const stop = viewer.subscribe()
    storage.set('api_key', 'a visitor’s')
    dispatchStorageEvent('test.api_key')
    storage.set('logged_in', true)
    dispatchStorageEvent('other.api_key')
    await Promise.resolve()
    expect(server.requests).toEqual([])
    expect(viewerChanges).not.toHaveBeenCalled()
    stop()
  })

  it('that is replacing the viewer’s key does not log out this tab', async () => {
    const viewer = createReturningViewerStore()
    await viewer.load()
    const stop = viewer.subscribe()
    storage.remove('api_key')
    dispatchStorageEvent('test.api_key')
    await new Promise(done => setTimeout(done))
    expect(server.paths).toEqual(['/api/profile'])
    expect(viewer.id).toBe(5)
    stop()
  })

  it('that logged out while this page was suspended is noticed when the page is shown again', async () => {
    const viewer = createReturningViewerStore()
    await viewer.load()
    const stop = viewer.subscribe()
    storage.remove('logged_in')
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
    expect(viewer.id).toBe(5)
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(viewer.id).toBeNull()
    stop()
  })

  it('is no longer followed after the page closes', async () => {
    const viewer = createViewerStore()
    viewer.subscribe()()
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    storage.set('logged_in', true)
    storage.set('api_key', 'theirs')
    dispatchStorageEvent('test.api_key')
    await Promise.resolve()
    expect(server.requests).toEqual([])
  })
})
