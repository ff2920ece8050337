import { action, makeObservable, observableRef } from 'mobx'
import type { ContentRef } from '@/shared/contexts/slots'
import type { Api } from '@/shared/http/session'
import { DevicesApi, type WatchingDevices } from '../devicesApi'

/** Why this device may not watch something. */
interface Refusal {
  content: ContentRef
  devices: WatchingDevices
}

/**
 * The devices that watch at once, for the videos of this page for which this device has no place.
 *
 * The player asks when the server refuses its video. A panel then shows the devices in place of the player.
 */
export class DevicesStore {
  /** Why this device may not watch, by what it plays. Without an entry it may, or nobody asked. */
  private refusals: ReadonlyMap<string, Refusal> = new Map()
  /** The session of the device that is being stopped, or 0 while this one asks to watch again. */
  pending: number | null = null
  /** The result of the last press: it failed, or this device may watch now. */
  outcome: 'failed' | 'regained' | null = null
  /** How many players of paid videos the page has. All of them share one place. */
  private playerCount = 0

  constructor(private readonly api: Pick<DevicesApi, 'list' | 'stop' | 'resume' | 'leave'>) {
    makeObservable<DevicesStore, 'refusals' | 'setRefusal' | 'setPending' | 'setOutcome'>(this, {
      refusals: observableRef,
      pending: observableRef,
      outcome: observableRef,
      setRefusal: action,
      setPending: action,
      setOutcome: action,
    })
  }

  /** Return why this device may not watch something; null if it may, or if nobody asked. */
  refusalOf(content: ContentRef): WatchingDevices | null {
    return this.refusals.get(keyOf(content))?.devices ?? null
  }

  /** Return whether this device may watch something. If it may not, the panel shows why. */
  async check(content: ContentRef): Promise<boolean> {
    const devices = await this.api.list(content)
    const isAllowed = devices.admission === 'allowed'
    this.setRefusal(content, isAllowed ? null : devices)
    return isAllowed
  }

  /** Show the devices as they are now, or the player if a place is free. A failure keeps the panel. */
  async recheck(content: ContentRef): Promise<void> {
    if (this.pending === null) await this.check(content).catch(() => false)
  }

  /** Stop another device, and watch here. */
  async stop(sessionId: number): Promise<void> {
    await this.change(sessionId, () => this.api.stop(sessionId))
  }

  /** Watch here again after another device stopped this one. */
  async resume(): Promise<void> {
    await this.change(0, () => this.api.resume())
  }

  /** Count a player of this page. Return the function that removes it. */
  enter(content: ContentRef): () => void {
    this.playerCount += 1
    return () => {
      this.playerCount -= 1
      this.setRefusal(content, null)
      if (this.playerCount > 0) return
      this.setOutcome(null)
      this.leave()
    }
  }

  /** Free the place of this device when its page closes. A failure is harmless: the place is free in a minute. */
  leave(): void {
    void this.api.leave().catch(() => undefined)
  }

  private async change(pending: number, change: () => Promise<void>): Promise<void> {
    if (this.pending !== null) return
    this.setPending(pending)
    this.setOutcome(null)
    try {
      await change()
      const admissions = await Promise.all(
        [...this.refusals.values()].map(({ content }) => this.check(content)),
      )
      if (admissions.includes(true)) this.setOutcome('regained')
    } catch {
      this.setOutcome('failed')
    } finally {
      this.setPending(null)
    }
  }

  private setRefusal(content: ContentRef, devices: WatchingDevices | null): void {
    const refusals = new Map(this.refusals)
    if (devices) refusals.set(keyOf(content), { content, devices })
    else refusals.delete(keyOf(content))
    this.refusals = refusals
  }

  private setPending(pending: number | null): void {
    this.pending = pending
  }

  private setOutcome(outcome: 'failed' | 'regained' | null): void {
    this.outcome = outcome
  }
}

const keyOf = ({ kind, id }: ContentRef) => `${kind}-${id}`

export const devicesStore = (api: Api): DevicesStore => new DevicesStore(new DevicesApi(api))
