import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Shell } from '@/shared/shell'
import { FakeServer } from '@/shared/testing/fakes'
import { createShell } from '@/shared/testing/shell'
import { EngagementApi } from '../api'
import type { BrowserPush, PushPermission, PushSubscriptionData } from '../browserPush'
import { PushStore } from './PushStore'

configure({ enforceActions: 'always' })

const SUBSCRIPTION = '/api/push/subscription'
const ADDRESS: PushSubscriptionData = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }

class FakeBrowser implements BrowserPush {
  permission: PushPermission = 'default'
  permissionAnswer: PushPermission = 'granted'
  subscription: PushSubscriptionData | null = null
  requestCount = 0
  isReachable = true

  async requestPermission() {
    this.requestCount += 1
    this.permission = this.permissionAnswer
    return this.permissionAnswer
  }
  getSubscription = async () => this.subscription
  async subscribe() {
    if (!this.isReachable) throw new DOMException('push service error', 'AbortError')
    this.subscription = ADDRESS
    return ADDRESS
  }
  async unsubscribe() {
    const endpoint = this.subscription?.endpoint ?? null
    this.subscription = null
    return endpoint
  }
}

let server: FakeServer
let browser: FakeBrowser
let store: PushStore
let shell: Shell
const createPushStore = (shell: Shell) => new PushStore(new EngagementApi(shell.api), browser, shell)
const pushState = () => server.requests.filter(({ path }) => path === SUBSCRIPTION).map(({ body }) => body)

beforeEach(async () => {
  server = new FakeServer()
    .on('/api/push/key', { json: { data: { public_key: 'BKey' } } })
    .on(SUBSCRIPTION, { status: 204 })
  browser = new FakeBrowser()
  shell = createShell(server, { viewer: { id: 7 } })
  store = createPushStore(shell)
  await store.load()
})

describe('notifications on this device', () => {
  it('are not requested before a press', () => {
    expect([browser.requestCount, store.state.kind]).toEqual([0, 'off'])
  })

  it('are turned on by one press, in the browser and on the server', async () => {
    expect(await store.turnOn()).toBe('on')
    expect(pushState()).toMatchObject([ADDRESS])
    expect(store.state.kind).toBe('on')
  })

  it('stay off if the viewer denies permission, which the page shows', async () => {
    browser.permissionAnswer = 'denied'
    expect(await store.turnOn()).toBe('denied')
    expect([store.state.kind, pushState()]).toEqual(['blocked', []])
  })

  it('stay off if the browser’s push service or the server fails', async () => {
    browser.isReachable = false
    expect(await store.turnOn()).toBe('failed')
    browser.isReachable = true
    server.on(SUBSCRIPTION, { status: 422 })
    expect(await store.turnOn()).toBe('failed')
    expect(store.state.kind).toBe('off')
  })

  it('are turned off in the browser even if the server fails', async () => {
    await store.turnOn()
    server.on(SUBSCRIPTION, { status: 502 })
    await store.turnOff()
    expect([store.state.kind, browser.subscription]).toEqual(['off', null])
    expect(pushState().at(-1)).toMatchObject({ endpoint: ADDRESS.endpoint, _method: 'delete' })
  })

  it('send the current push subscription to the server on load', async () => {
    Object.assign(browser, { permission: 'granted', subscription: ADDRESS })
    await store.load()
    expect([store.state.kind, pushState()]).toMatchObject(['on', [ADDRESS]])
  })

  it('are linked to the new session after a log-in, once', async () => {
    shell.storage.set('api_key', 'tlk_first_session')
    await store.turnOn()
    await store.renew()
    expect(pushState().length).toBe(1)
    shell.storage.set('api_key', 'tlk_other_session')
    await store.renew()
    await store.renew()
    expect(pushState()).toMatchObject([ADDRESS, ADDRESS])
  })

  it('are linked again at the next visit if the server failed', async () => {
    shell.storage.set('api_key', 'tlk_first_session')
    await store.turnOn()
    shell.storage.set('api_key', 'tlk_other_session')
    server.on(SUBSCRIPTION, { status: 502 })
    await store.renew()
    server.on(SUBSCRIPTION, { status: 204 })
    await store.renew()
    expect(pushState().length).toBe(3)
  })

  it('of another viewer or a visitor are not linked after a log-in', async () => {
    Object.assign(browser, { permission: 'granted', subscription: ADDRESS })
    await store.renew()
    shell.storage.set('push_viewer', 8)
    await store.renew()
    expect(pushState()).toEqual([])
  })

  it('are not supported if the server sends none', async () => {
    server.on('/api/push/key', { json: { data: { public_key: null } } })
    await store.load()
    expect([store.state.kind, await store.turnOn(), browser.requestCount]).toEqual([
      'unsupported',
      'failed',
      0,
    ])
  })
})

describe('the push subscription of this browser', () => {
  /** Create the store of the same browser with another viewer. */
  const createNextStore = (id: number) => createPushStore({ ...shell, viewer: { ...shell.viewer, id } })

  it('is revoked when another viewer logs in', async () => {
    await store.turnOn()
    const next = createNextStore(8)
    await next.load()
    expect([next.state.kind, browser.subscription, pushState().length]).toEqual(['off', null, 1])
  })

  it('is never linked to another viewer, and revoking it is retried', async () => {
    await store.turnOn()
    const unsubscribe = vi.spyOn(browser, 'unsubscribe').mockRejectedValueOnce(new DOMException('no network'))
    const next = createNextStore(8)
    await next.load()
    expect([next.state.kind, pushState().length]).toEqual(['off', 1])
    await next.load()
    expect([unsubscribe.mock.calls.length, browser.subscription]).toEqual([2, null])
  })

  it('is kept for the same viewer', async () => {
    await store.turnOn()
    await createNextStore(7).revoke()
    expect(browser.subscription).toEqual(ADDRESS)
  })
})
