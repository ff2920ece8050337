import { action, makeObservable, observable, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import type { Shell } from '@/shared/shell'
import { EngagementApi } from '../api'
import { type BrowserPush, type Permission, type PushAddress, ServiceWorkerPush } from '../browserPush'
import type { EngagementStore } from '../store'

/** What came of asking for notifications on this device. */
export type PushOutcome = 'on' | 'denied' | 'failed'

/** Whom this browser tells: its address outlives a log-out, and must not outlive it for them. */
export const TELLS = 'push_viewer'

/**
 * Notifications on this device.
 *
 * The browser asks the viewer in answer to a press alone, never by itself: whoever is asked out of the blue says no for good.
 */
export class PushStore {
  /** The server's key; null where it sends none, or has not said yet. */
  key: string | null = null
  permission: Permission
  on = false
  busy = false

  constructor(
    private readonly api: EngagementApi,
    private readonly browser: BrowserPush,
    private readonly shell: Pick<Shell, 'storage' | 'viewer'>,
  ) {
    this.permission = browser.permission
    makeObservable<PushStore, 'tell'>(this, {
      key: observable,
      permission: observable,
      on: observable,
      busy: observable,
      tell: action,
    })
  }

  /** Whether this browser and this server could do it at all. */
  get possible(): boolean {
    return this.permission !== 'unsupported' && this.key !== null
  }

  /** Finds out how it stands. A push service may have given the browser another address: the server hears it. */
  async load(): Promise<void> {
    if (this.permission === 'unsupported') return
    const [key, address] = await Promise.all([
      this.api.pushKey().catch(() => null),
      this.own().catch(() => null),
    ])
    const granted = this.browser.permission === 'granted'
    this.tell({ key, on: address !== null && granted, permission: this.browser.permission })
    if (!key || !address || !granted) return
    this.remember()
    await this.api.addPush(address.endpoint, address.keys).catch(() => undefined)
  }

  /** Gives up the address of a viewer who is here no more: the server drops a dead one with its next message. */
  async leave(): Promise<void> {
    if (!this.isAnothers) return
    this.tell({ on: false })
    try {
      await this.browser.unsubscribe()
      this.shell.storage.remove(TELLS)
    } catch {
      // Whoever comes next tries again.
    }
  }

  /** Asks the viewer, then the browser, then tells the server. */
  async turnOn(): Promise<PushOutcome> {
    const { key } = this
    if (!key || this.busy) return 'failed'
    this.tell({ busy: true })
    try {
      const permission = await this.browser.ask()
      this.tell({ permission })
      if (permission !== 'granted') return 'denied'
      const { endpoint, keys } = await this.browser.subscribe(key)
      this.remember()
      await this.api.addPush(endpoint, keys)
      this.tell({ on: true })
      return 'on'
    } catch {
      return 'failed'
    } finally {
      this.tell({ busy: false })
    }
  }

  /** Ends it in the browser, which alone is enough, and at the server. */
  async turnOff(): Promise<void> {
    this.tell({ busy: true })
    try {
      const endpoint = await this.browser.unsubscribe()
      this.shell.storage.remove(TELLS)
      this.tell({ on: false })
      if (endpoint) await this.api.removePush(endpoint)
    } catch {
      // An address that nobody reads is dropped by the server with the next message.
    } finally {
      this.tell({ busy: false })
    }
  }

  reset(): void {
    runInAction(() => {
      this.on = false
    })
  }

  /** The browser's address, where it is not another viewer's. */
  private async own(): Promise<PushAddress | null> {
    await this.leave()
    return this.isAnothers ? null : this.browser.current()
  }

  private get isAnothers(): boolean {
    const { storage, viewer } = this.shell
    const told = storage.get<number>(TELLS)
    return told !== null && told !== viewer.id
  }

  private remember(): void {
    this.shell.storage.set(TELLS, this.shell.viewer.id)
  }

  private tell(change: Partial<Pick<PushStore, 'key' | 'permission' | 'on' | 'busy'>>): void {
    Object.assign(this, change)
  }
}

export const pushStore = (api: Api, { shell }: EngagementStore) =>
  new PushStore(new EngagementApi(api), new ServiceWorkerPush(), shell)
