import { action, makeObservable, observableRef } from 'mobx'
import type { Api } from '@/shared/http/session'
import type { Shell } from '@/shared/shell'
import { EngagementApi } from '../api'
import { type BrowserPush, type PushSubscriptionData, ServiceWorkerPush } from '../browserPush'
import type { EngagementStore } from '../EngagementStore'

/** What came of asking for notifications on this device. */
export type PushResult = 'on' | 'denied' | 'failed'

/** Whom this browser tells: its address outlives a log-out, and must not outlive it for them. */
export const PUSH_VIEWER_KEY = 'push_viewer'

/** The beginning of the api key whose session the address is bound to: the server ends the address with the session. */
export const PUSH_SESSION_KEY = 'push_session'
const KEY_PREFIX_LENGTH = 12

/** Notifications on this device, as one state; `key` is the server's. */
type PushState =
  /** The browser or the server cannot do it, or it is not known yet. */
  | { readonly kind: 'unsupported' }
  /** The viewer refused it in the browser. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'off' | 'turningOn' | 'on' | 'turningOff'; readonly key: string }

/**
 * Notifications on this device.
 *
 * The browser asks the viewer in answer to a press alone, never by itself: whoever is asked out of the blue says no for good.
 */
export class PushStore {
  state: PushState = { kind: 'unsupported' }

  constructor(
    private readonly api: EngagementApi,
    private readonly browser: BrowserPush,
    private readonly shell: Pick<Shell, 'storage' | 'viewer'>,
  ) {
    makeObservable<PushStore, 'setState'>(this, { state: observableRef, setState: action, reset: action })
  }

  /** Whether the browser or the server is being asked. */
  get isBusy(): boolean {
    return this.state.kind === 'turningOn' || this.state.kind === 'turningOff'
  }

  /** Finds out how it stands. A push service may have given the browser another address: the server hears it. */
  async load(): Promise<void> {
    if (this.browser.permission === 'unsupported') return
    const [key, address] = await Promise.all([
      this.api.pushKey().catch(() => null),
      this.ownSubscription().catch(() => null),
    ])
    const granted = this.browser.permission === 'granted'
    if (!this.isBusy) this.setState(this.stateFor(key, address !== null && granted))
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
    this.reset()
    try {
      await this.browser.unsubscribe()
      this.shell.storage.remove(PUSH_VIEWER_KEY)
    } catch {
      // Whoever comes next tries again.
    }
  }

  /** Asks the viewer, then the browser, then tells the server. */
  async turnOn(): Promise<PushResult> {
    const { state } = this
    if (state.kind === 'blocked') return 'denied'
    if (state.kind !== 'off') return 'failed'
    const { key } = state
    this.setState({ kind: 'turningOn', key })
    try {
      const permission = await this.browser.requestPermission()
      if (permission !== 'granted') {
        this.setState(permission === 'denied' ? { kind: 'blocked' } : state)
        return 'denied'
      }
      await this.register(await this.browser.subscribe(key))
      this.setState({ kind: 'on', key })
      return 'on'
    } catch {
      this.setState(state)
      return 'failed'
    }
  }

  /** Ends it in the browser, which alone is enough, and at the server. */
  async turnOff(): Promise<void> {
    const { state } = this
    if (state.kind !== 'on') return
    const { key } = state
    this.setState({ kind: 'turningOff', key })
    try {
      const endpoint = await this.browser.unsubscribe()
      this.shell.storage.remove(PUSH_VIEWER_KEY)
      // An address that nobody reads is dropped by the server with the next message.
      if (endpoint) await this.api.removePush(endpoint).catch(() => undefined)
      this.setState({ kind: 'off', key })
    } catch {
      if (this.isBusy) this.setState(state)
    }
  }

  reset(): void {
    if ('key' in this.state) this.state = { kind: 'off', key: this.state.key }
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

  private stateFor(key: string | null, isOn: boolean): PushState {
    if (!key) return { kind: 'unsupported' }
    if (this.browser.permission === 'denied') return { kind: 'blocked' }
    return { kind: isOn ? 'on' : 'off', key }
  }

  private setState(state: PushState): void {
    this.state = state
  }
}

export const pushStore = (api: Api, { shell }: EngagementStore) =>
  new PushStore(new EngagementApi(api), new ServiceWorkerPush(), shell)
