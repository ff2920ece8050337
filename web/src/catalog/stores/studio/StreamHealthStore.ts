import { computed, makeObservable } from 'mobx'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import {
  type EncoderSlot,
  type HealthHistory,
  type StreamFault,
  StreamHealthApi,
  type StreamHealthReport,
} from '../../streamHealthApi'

/** The health of the stream of one event: values of this second, pictures, and the history of the last hour. */
export class StreamHealthStore {
  readonly report = new AsyncValue<StreamHealthReport>()
  readonly history = new AsyncValue<StreamHealthReport>()
  readonly pictures: Readonly<Record<EncoderSlot, AsyncValue<Blob>>> = {
    primary: new AsyncValue(),
    backup: new AsyncValue(),
  }

  constructor(
    private readonly api: StreamHealthApi,
    private readonly key: string,
  ) {
    makeObservable(this, { faults: computed })
  }

  /** All faults, those of the stream first. */
  get faults(): readonly StreamFault[] {
    const report = this.report.value
    return report ? [...report.faults, ...report.slots.flatMap(({ faults }) => faults)] : []
  }

  /** Load the values and pictures of this second. A slow request is not repeated before it ends. */
  async refresh(): Promise<void> {
    if (this.report.isBusy) return
    await this.report.load(signal => this.api.health(this.key, false, signal))
    for (const { slot, values } of this.report.value?.slots ?? []) this.loadPicture(slot, values !== null)
  }

  loadHistory(): Promise<void> {
    return this.history.load(signal => this.api.health(this.key, true, signal))
  }

  getHistory(slot: EncoderSlot): HealthHistory | null {
    return this.history.value?.slots.find(each => each.slot === slot)?.history ?? null
  }

  private loadPicture(slot: EncoderSlot, isConnected: boolean): void {
    const picture = this.pictures[slot]
    if (!isConnected) picture.clear()
    else if (!picture.isBusy) void picture.load(signal => this.api.preview(this.key, slot, signal))
  }
}

export const createStreamHealthStore = (api: Api, key: string) =>
  new StreamHealthStore(new StreamHealthApi(api), key)
