import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Shell } from '@/shared/shell'
import { FakeServer } from '@/shared/testing/fakes'
import { aShell } from '@/shared/testing/shell'
import { EngagementApi } from '../api'
import type { BrowserPush, Permission, PushAddress } from '../browserPush'
import { PushStore } from './PushStore'

configure({ enforceActions: 'always' })

const SUBSCRIPTION = '/api/push/subscription'
const ADDRESS: PushAddress = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }

class FakeBrowser implements BrowserPush {
  permission: Permission = 'default'
  answer: Permission = 'granted'
  address: PushAddress | null = null
  asked = 0
  reachable = true

  async ask() {
    this.asked += 1
    this.permission = this.answer
    return this.answer
  }
  current = async () => this.address
  async subscribe() {
    if (!this.reachable) throw new DOMException('push service error', 'AbortError')
    this.address = ADDRESS
    return ADDRESS
  }
  async unsubscribe() {
    const was = this.address?.endpoint ?? null
    this.address = null
    return was
  }
}

let server: FakeServer
let browser: FakeBrowser
let store: PushStore
let shell: Shell
const pushOf = (shell: Shell) => new PushStore(new EngagementApi(shell.api), browser, shell)
const told = () => server.asked.filter(({ path }) => path === SUBSCRIPTION).map(({ body }) => body)

beforeEach(async () => {
  server = new FakeServer()
    .on('/api/push/key', { json: { data: { public_key: 'BKey' } } })
    .on(SUBSCRIPTION, { status: 204 })
  browser = new FakeBrowser()
  shell = aShell(server, { viewer: { id: 7 } })
  store = pushOf(shell)
  await store.load()
})

describe('notifications on this device', () => {
  it('are not asked for before somebody presses', () => {
    expect([browser.asked, store.possible, store.on]).toEqual([0, true, false])
  })

  it('are turned on by one press: the viewer, the browser, the server', async () => {
    expect(await store.turnOn()).toBe('on')
    expect(told()).toMatchObject([ADDRESS])
    expect(store).toMatchObject({ on: true, busy: false, permission: 'granted' })
  })

  it('stay off where the viewer says no, and the page knows why', async () => {
    browser.answer = 'denied'
    expect(await store.turnOn()).toBe('denied')
    expect([store.on, store.permission, told()]).toEqual([false, 'denied', []])
  })

  it('stay off where the browser’s push service or the server does not answer', async () => {
    browser.reachable = false
    expect(await store.turnOn()).toBe('failed')
    browser.reachable = true
    server.on(SUBSCRIPTION, { status: 422 })
    expect(await store.turnOn()).toBe('failed')
    expect([store.on, store.busy]).toEqual([false, false])
  })

  it('are turned off in the browser whatever the server says', async () => {
    await store.turnOn()
    server.on(SUBSCRIPTION, { status: 502 })
    await store.turnOff()
    expect([store.on, browser.address]).toEqual([false, null])
    expect(told().at(-1)).toMatchObject({ endpoint: ADDRESS.endpoint, _method: 'delete' })
  })

  it('that are on tell the server the address of today', async () => {
    Object.assign(browser, { permission: 'granted', address: ADDRESS })
    await store.load()
    expect([store.on, told()]).toMatchObject([true, [ADDRESS]])
  })

  it('are bound to the new session after a log-in, once', async () => {
    shell.storage.set('api_key', 'tlk_first_session')
    await store.turnOn()
    await store.renew()
    expect(told().length).toBe(1)
    shell.storage.set('api_key', 'tlk_other_session')
    await store.renew()
    await store.renew()
    expect(told()).toMatchObject([ADDRESS, ADDRESS])
  })

  it('are bound again at the next visit where the server did not answer', async () => {
    shell.storage.set('api_key', 'tlk_first_session')
    await store.turnOn()
    shell.storage.set('api_key', 'tlk_other_session')
    server.on(SUBSCRIPTION, { status: 502 })
    await store.renew()
    server.on(SUBSCRIPTION, { status: 204 })
    await store.renew()
    expect(told().length).toBe(3)
  })

  it('that another viewer, or nobody, turned on are not bound to a log-in', async () => {
    Object.assign(browser, { permission: 'granted', address: ADDRESS })
    await store.renew()
    shell.storage.set('push_viewer', 8)
    await store.renew()
    expect(told()).toEqual([])
  })

  it('are not possible where the server sends none', async () => {
    server.on('/api/push/key', { json: { data: { public_key: null } } })
    await store.load()
    expect([store.possible, await store.turnOn(), browser.asked]).toEqual([false, 'failed', 0])
  })
})

describe('the address of this browser', () => {
  /** The same browser, with another viewer in it. */
  const afterwards = (id: number) => pushOf({ ...shell, viewer: { ...shell.viewer, id } })

  it('is not bound to the next viewer: it dies, and its messages with it', async () => {
    await store.turnOn()
    const next = afterwards(8)
    await next.load()
    expect([next.on, browser.address, told().length]).toEqual([false, null, 1])
  })

  it('is bound to nobody else where the browser would not give it up, which is tried again', async () => {
    await store.turnOn()
    const unsubscribe = vi.spyOn(browser, 'unsubscribe').mockRejectedValueOnce(new DOMException('no network'))
    const next = afterwards(8)
    await next.load()
    expect([next.on, told().length]).toEqual([false, 1])
    await next.load()
    expect([unsubscribe.mock.calls.length, browser.address]).toEqual([2, null])
  })

  it('stays for the viewer who comes back', async () => {
    await store.turnOn()
    await afterwards(7).leave()
    expect(browser.address).toEqual(ADDRESS)
  })
})
