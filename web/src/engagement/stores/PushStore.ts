import { action, makeObservable, observable, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { EngagementApi } from '../api'
import { type BrowserPush, type Permission, ServiceWorkerPush } from '../browserPush'

/** What came of asking for notifications on this device. */
export type PushOutcome = 'on' | 'denied' | 'failed'

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
      this.browser.current().catch(() => null),
    ])
    const granted = this.browser.permission === 'granted'
    this.tell({ key, on: address !== null && granted, permission: this.browser.permission })
    if (key && address && granted)
      await this.api.addPush(address.endpoint, address.keys).catch(() => undefined)
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

  private tell(change: Partial<Pick<PushStore, 'key' | 'permission' | 'on' | 'busy'>>): void {
    Object.assign(this, change)
  }
}

export const pushStore = (api: Api) => new PushStore(new EngagementApi(api), new ServiceWorkerPush())
