import { action, makeObservable, observableRef } from 'mobx'
import type { Api } from '@/shared/http/session'
import type { Shell } from '@/shared/shell'
import { EngagementApi } from '../api'
import { type BrowserPush, type PushSubscriptionData, ServiceWorkerPush } from '../browserPush'
import type { EngagementStore } from '../EngagementStore'

/** The result of turning on notifications on this device. */
export type PushResult = 'on' | 'denied' | 'failed'

/** The storage key of the viewer who owns the push subscription. It outlives a logout, so it must be revoked then. */
export const PUSH_VIEWER_KEY = 'push_viewer'

/** The storage key of the start of the API key that the push subscription is linked to. It ends with that session. */
export const PUSH_SESSION_KEY = 'push_session'
const KEY_PREFIX_LENGTH = 12

/** The state of notifications on this device. `key` is the server's public key. */
type PushState =
  /** The browser or the server does not support push, or the state is not loaded. */
  | { readonly kind: 'unsupported' }
  /** The viewer denied permission in the browser. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'off' | 'turningOn' | 'on' | 'turningOff'; readonly key: string }

/**
 * Notifications on this device.
 *
 * The browser asks for permission only after a press. Viewers who are asked without one often deny it permanently.
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

  /** Whether a request to the browser or the server is in progress. */
  get isBusy(): boolean {
    return this.state.kind === 'turningOn' || this.state.kind === 'turningOff'
  }

  /** Load the state. Send the subscription to the server, because the push service may have changed its endpoint. */
  async load(): Promise<void> {
    if (this.browser.permission === 'unsupported') return
    const [key, subscription] = await Promise.all([
      this.api.pushKey().catch(() => null),
      this.ownSubscription().catch(() => null),
    ])
    const isGranted = this.browser.permission === 'granted'
    if (!this.isBusy) this.setState(this.stateFor(key, subscription !== null && isGranted))
    if (!key || !subscription || !isGranted) return
    await this.register(subscription).catch(() => undefined)
  }

  /** Link this viewer's existing push subscription to the new session after a login. */
  async renew(): Promise<void> {
    const { storage, viewer } = this.shell
    const isOwnSubscription = viewer.id !== null && storage.get<number>(PUSH_VIEWER_KEY) === viewer.id
    if (!isOwnSubscription || this.browser.permission !== 'granted' || this.isBound) return
    const subscription = await this.browser.getSubscription().catch(() => null)
    if (subscription) await this.register(subscription).catch(() => undefined)
  }

  /** Remove the push subscription of a previous viewer. The server drops it when its next message fails. */
  async revoke(): Promise<void> {
    if (!this.belongsToOtherViewer) return
    this.reset()
    try {
      await this.browser.unsubscribe()
      this.shell.storage.remove(PUSH_VIEWER_KEY)
    } catch {
      // The next call tries again.
    }
  }

  /** Turn on notifications: request permission, subscribe the browser, and register the subscription. */
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

  /** Turn off notifications in the browser, which is enough, and on the server. */
  async turnOff(): Promise<void> {
    const { state } = this
    if (state.kind !== 'on') return
    const { key } = state
    this.setState({ kind: 'turningOff', key })
    try {
      const endpoint = await this.browser.unsubscribe()
      this.shell.storage.remove(PUSH_VIEWER_KEY)
      // If this fails, the server drops the subscription when its next message fails.
      if (endpoint) await this.api.removePush(endpoint).catch(() => undefined)
      this.setState({ kind: 'off', key })
    } catch {
      if (this.isBusy) this.setState(state)
    }
  }

  reset(): void {
    if ('key' in this.state) this.state = { kind: 'off', key: this.state.key }
  }

  /** Return the push subscription of this browser, or null if it belongs to another viewer. */
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
