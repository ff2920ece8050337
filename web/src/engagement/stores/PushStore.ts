import { action, makeObservable, observable, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import type { Shell } from '@/shared/shell'
import { EngagementApi } from '../api'
import {
  type BrowserPush,
  type PushPermission,
  type PushSubscriptionData,
  ServiceWorkerPush,
} from '../browserPush'
import type { EngagementStore } from '../EngagementStore'

/** What came of asking for notifications on this device. */
export type PushResult = 'on' | 'denied' | 'failed'

/** Whom this browser tells: its address outlives a log-out, and must not outlive it for them. */
export const PUSH_VIEWER_KEY = 'push_viewer'

/** The beginning of the api key whose session the address is bound to: the server ends the address with the session. */
export const PUSH_SESSION_KEY = 'push_session'
const KEY_PREFIX_LENGTH = 12

/**
 * Notifications on this device.
 *
 * The browser asks the viewer in answer to a press alone, never by itself: whoever is asked out of the blue says no for good.
 */
export class PushStore {
  /** The server's key; null where it sends none, or has not said yet. */
  key: string | null = null
  permission: PushPermission
  isOn = false
  isBusy = false

  constructor(
    private readonly api: EngagementApi,
    private readonly browser: BrowserPush,
    private readonly shell: Pick<Shell, 'storage' | 'viewer'>,
  ) {
    this.permission = browser.permission
    makeObservable<PushStore, 'patch'>(this, {
      key: observable,
      permission: observable,
      isOn: observable,
      isBusy: observable,
      patch: action,
    })
  }

  /** Whether this browser and this server could do it at all. */
  get isSupported(): boolean {
    return this.permission !== 'unsupported' && this.key !== null
  }

  /** Finds out how it stands. A push service may have given the browser another address: the server hears it. */
  async load(): Promise<void> {
    if (this.permission === 'unsupported') return
    const [key, address] = await Promise.all([
      this.api.pushKey().catch(() => null),
      this.ownSubscription().catch(() => null),
    ])
    const granted = this.browser.permission === 'granted'
    this.patch({ key, isOn: address !== null && granted, permission: this.browser.permission })
    if (!key || !address || !granted) return
    await this.register(address).catch(() => undefined)
  }

  /** After a log-in: binds the address that this viewer turned on here before to the new session. */
  async renew(): Promise<void> {
    const { storage, viewer } = this.shell
    const isTheirs = viewer.id !== null && storage.get<number>(PUSH_VIEWER_KEY) === viewer.id
    if (!isTheirs || this.browser.permission !== 'granted' || this.isBound) return
    const address = await this.browser.getSubscription().catch(() => null)
    if (address) await this.register(address).catch(() => undefined)
  }

  /** Gives up the address of a viewer who is here no more: the server drops a dead one with its next message. */
  async revoke(): Promise<void> {
    if (!this.belongsToOtherViewer) return
    this.patch({ isOn: false })
    try {
      await this.browser.unsubscribe()
      this.shell.storage.remove(PUSH_VIEWER_KEY)
    } catch {
      // Whoever comes next tries again.
    }
  }

  /** Asks the viewer, then the browser, then tells the server. */
  async turnOn(): Promise<PushResult> {
    const { key } = this
    if (!key || this.isBusy) return 'failed'
    this.patch({ isBusy: true })
    try {
      const permission = await this.browser.requestPermission()
      this.patch({ permission })
      if (permission !== 'granted') return 'denied'
      await this.register(await this.browser.subscribe(key))
      this.patch({ isOn: true })
      return 'on'
    } catch {
      return 'failed'
    } finally {
      this.patch({ isBusy: false })
    }
  }

  /** Ends it in the browser, which alone is enough, and at the server. */
  async turnOff(): Promise<void> {
    this.patch({ isBusy: true })
    try {
      const endpoint = await this.browser.unsubscribe()
      this.shell.storage.remove(PUSH_VIEWER_KEY)
      this.patch({ isOn: false })
      if (endpoint) await this.api.removePush(endpoint)
    } catch {
      // An address that nobody reads is dropped by the server with the next message.
    } finally {
      this.patch({ isBusy: false })
    }
  }

  reset(): void {
    runInAction(() => {
      this.isOn = false
    })
  }

  /** The browser's address, where it is not another viewer's. */
  private async ownSubscription(): Promise<PushSubscriptionData | null> {
    await this.revoke()
    return this.belongsToOtherViewer ? null : this.browser.getSubscription()
  }

  private get belongsToOtherViewer(): boolean {
    const { storage, viewer } = this.shell
    const lastViewer = storage.get<number>(PUSH_VIEWER_KEY)
    return lastViewer !== null && lastViewer !== viewer.id
  }

  private get sessionId(): string | null {
    return this.shell.storage.get<string>('api_key')?.slice(0, KEY_PREFIX_LENGTH) ?? null
  }

  private get isBound(): boolean {
    return this.sessionId !== null && this.shell.storage.get<string>(PUSH_SESSION_KEY) === this.sessionId
  }

  private async register({ endpoint, keys }: PushSubscriptionData): Promise<void> {
    const { storage, viewer } = this.shell
    storage.set(PUSH_VIEWER_KEY, viewer.id)
    await this.api.addPush(endpoint, keys)
    storage.set(PUSH_SESSION_KEY, this.sessionId)
  }

  private patch(change: Partial<Pick<PushStore, 'key' | 'permission' | 'isOn' | 'isBusy'>>): void {
    Object.assign(this, change)
  }
}

export const pushStore = (api: Api, { shell }: EngagementStore) =>
  new PushStore(new EngagementApi(api), new ServiceWorkerPush(), shell)
