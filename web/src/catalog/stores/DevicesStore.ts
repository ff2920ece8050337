import { action, makeObservable, observableRef } from 'mobx'
import type { Api } from '@/shared/http/session'
import { DevicesApi, type WatchingDevices } from '../devicesApi'

/**
 * The devices that watch at once, if this one has no place among them.
 *
 * The player asks when the server refuses its video. The panel then shows the devices in place of the player.
 */
export class DevicesStore {
  /** Why this device may not watch; null if it may, or if nobody asked. */
  refusal: WatchingDevices | null = null
  /** The session of the device that is being stopped, or 0 while this one asks to watch again. */
  pending: number | null = null
  /** The result of the last press: it failed, or this device may watch now. */
  outcome: 'failed' | 'regained' | null = null
  private eventId = 0

  constructor(private readonly api: Pick<DevicesApi, 'list' | 'stop' | 'resume' | 'leave'>) {
    makeObservable<DevicesStore, 'setRefusal' | 'setPending' | 'setOutcome'>(this, {
      refusal: observableRef,
      pending: observableRef,
      outcome: observableRef,
      setRefusal: action,
      setPending: action,
      setOutcome: action,
      clear: action,
    })
  }

  /** Return whether this device may watch an event. If it may not, the panel shows why. */
  async check(eventId: number): Promise<boolean> {
    this.eventId = eventId
    const devices = await this.api.list(eventId)
    const isAllowed = devices.admission === 'allowed'
    this.setRefusal(isAllowed ? null : devices)
    return isAllowed
  }

  /** Show the devices as they are now, or the player if a place is free. A failure keeps the panel. */
  async recheck(): Promise<void> {
    if (this.pending === null) await this.check(this.eventId).catch(() => false)
  }

  /** Stop another device, and watch here. */
  async stop(sessionId: number): Promise<void> {
    await this.change(sessionId, () => this.api.stop(sessionId))
  }

  /** Watch here again after another device stopped this one. */
  async resume(): Promise<void> {
    await this.change(0, () => this.api.resume())
  }

  /** Free the place of this device when its page closes. A failure is harmless: the place is free in a minute. */
  leave(): void {
    void this.api.leave().catch(() => undefined)
  }

  /** Forget the refusal of another event. */
  clear(): void {
    this.refusal = null
    this.outcome = null
  }

  private async change(pending: number, change: () => Promise<void>): Promise<void> {
    if (this.pending !== null) return
    this.setPending(pending)
    this.setOutcome(null)
    try {
      await change()
      if (await this.check(this.eventId)) this.setOutcome('regained')
    } catch {
      this.setOutcome('failed')
    } finally {
      this.setPending(null)
    }
  }

  private setRefusal(refusal: WatchingDevices | null): void {
    this.refusal = refusal
  }

  private setPending(pending: number | null): void {
    this.pending = pending
  }

  private setOutcome(outcome: 'failed' | 'regained' | null): void {
    this.outcome = outcome
  }
}

export const devicesStore = (api: Api): DevicesStore => new DevicesStore(new DevicesApi(api))
