import { computed, makeObservable } from 'mobx'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import {
  type EncoderSlot,
  type HealthHistory,
  type StreamFault,
  StreamHealthApi,
  type StreamHealthReport,
  type StreamViewers,
} from '../../streamHealthApi'

/** A fault, and the encoder that has it; null for a fault of the stream itself. */
export interface SlotFault extends StreamFault {
  slot: EncoderSlot | null
}

/** The health of the stream of one event: values of this second, pictures, and the history of the last hour. */
export class StreamHealthStore {
  readonly report = new AsyncValue<StreamHealthReport>()
  readonly history = new AsyncValue<StreamHealthReport>()
  readonly viewers = new AsyncValue<StreamViewers>()
  readonly alerts = new Form({})
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

  /** All faults, worst first. Among equals, those of the stream come first. */
  get faults(): readonly SlotFault[] {
    const report = this.report.value
    if (!report) return []
    const ofStream = report.faults.map(fault => ({ ...fault, slot: null }))
    const ofEncoders = report.slots.flatMap(({ slot, faults }) => faults.map(each => ({ ...each, slot })))
    const all = [...ofStream, ...ofEncoders]
    return [
      ...all.filter(({ severity }) => severity === 'error'),
      ...all.filter(({ severity }) => severity !== 'error'),
    ]
  }

  /** Load the values and pictures of this second. A slow request is not repeated before it ends. */
  async refresh(): Promise<void> {
    if (this.report.isBusy) return
    await this.report.load(signal => this.api.health(this.key, false, signal))
    for (const { slot, values } of this.report.value?.slots ?? []) this.loadPicture(slot, values !== null)
  }

  /** Load what changes slowly: the history and the viewers. */
  async loadHistory(): Promise<void> {
    await Promise.all([
      this.history.load(signal => this.api.health(this.key, true, signal)),
      this.viewers.load(signal => this.api.viewers(this.key, signal)),
    ])
  }

  /** Turn alerts on or off. */
  async chooseAlerts(isAlerted: boolean): Promise<void> {
    const sent = await this.alerts.submit(() => this.api.chooseAlerts(this.key, isAlerted))
    if (sent) this.report.update(report => ({ ...report, is_alerted: isAlerted }))
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
