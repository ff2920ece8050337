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

/** The beginning of the api key whose session the address is bound to: the server ends the address with the session. */
export const BOUND = 'push_session'
const KEY_PART = 12

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
    await this.register(address).catch(() => undefined)
  }

  /** After a log-in: binds the address that this viewer turned on here before to the new session. */
  async renew(): Promise<void> {
    const { storage, viewer } = this.shell
    const isTheirs = viewer.id !== null && storage.get<number>(TELLS) === viewer.id
    if (!isTheirs || this.browser.permission !== 'granted' || this.isBound) return
    const address = await this.browser.current().catch(() => null)
    if (address) await this.register(address).catch(() => undefined)
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
      await this.register(await this.browser.subscribe(key))
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

  private get session(): string | null {
    return this.shell.storage.get<string>('api_key')?.slice(0, KEY_PART) ?? null
  }

  private get isBound(): boolean {
    return this.session !== null && this.shell.storage.get<string>(BOUND) === this.session
  }

  private async register({ endpoint, keys }: PushAddress): Promise<void> {
    const { storage, viewer } = this.shell
    storage.set(TELLS, viewer.id)
    await this.api.addPush(endpoint, keys)
    storage.set(BOUND, this.session)
  }

  private tell(change: Partial<Pick<PushStore, 'key' | 'permission' | 'on' | 'busy'>>): void {
    Object.assign(this, change)
  }
}

export const pushStore = (api: Api, { shell }: EngagementStore) =>
  new PushStore(new EngagementApi(api), new ServiceWorkerPush(), shell)
