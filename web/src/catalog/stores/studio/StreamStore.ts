import { action, makeObservable, observableRef, runInAction } from 'mobx'
import type { ErrorMessage } from '@/shared/http/errors'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import type { EncoderSlot, ScheduleApi, StreamAccess, StreamHealth } from '../../scheduleApi'

/** The stream of one event: its health, and its key after the operator has asked for it. */
export class StreamStore {
  readonly health = new AsyncValue<StreamHealth>()
  access: StreamAccess | null = null
  private readonly request = new Form({})

  constructor(
    private readonly api: ScheduleApi,
    private readonly key: string,
  ) {
    makeObservable(this, {
      access: observableRef,
      hideKey: action,
    })
  }

  get isBusy(): boolean {
    return this.request.isBusy
  }

  get error(): ErrorMessage | null {
    return this.request.errorMessage
  }

  load(): Promise<void> {
    return this.health.load(signal => this.api.stream(this.key, signal))
  }

  showKey(newKey = false): Promise<void> {
    return this.send(() => this.api.openStream(this.key, newKey))
  }

  reopen(): Promise<void> {
    return this.send(() => this.api.reopenStream(this.key))
  }

  async stop({ discardHeld }: { discardHeld: boolean }): Promise<void> {
    await this.send(async () => {
      await this.api.stopStream(this.key, discardHeld)
      return null
    })
    await this.load()
  }

  putOnAir(slot: EncoderSlot): Promise<void> {
    return this.change(() => this.api.putOnAir(this.key, slot))
  }

  setSafetyDelay(seconds: number): Promise<void> {
    return this.change(() => this.api.setSafetyDelay(this.key, seconds))
  }

  hideKey(): void {
    this.access = null
  }

  /** Change the stream. The keys stay as they are shown. */
  private async change(request: () => Promise<StreamHealth>): Promise<void> {
    const sent = await this.request.submit(request)
    if (sent) await this.health.load(async () => sent.result)
  }

  private async send(request: () => Promise<StreamAccess | null>): Promise<void> {
    const sent = await this.request.submit(request)
    if (!sent) return
    const { result: access } = sent
    runInAction(() => {
      this.access = access
    })
    if (access) await this.health.load(async () => access.health)
  }
}
