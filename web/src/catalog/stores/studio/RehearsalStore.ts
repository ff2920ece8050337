import { computed, makeObservable } from 'mobx'
import type { ErrorMessage } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { type Rehearsal, RehearsalApi } from '../../rehearsalApi'

/** The rehearsals of the channel, newest first. */
export class RehearsalStore {
  readonly rehearsals = new AsyncValue<readonly Rehearsal[]>()
  private readonly request = new Form({})

  constructor(private readonly api: RehearsalApi) {
    makeObservable(this, { current: computed })
  }

  /** The rehearsal in progress, or null. */
  get current(): Rehearsal | null {
    const newest = this.rehearsals.value?.[0]
    return newest && !newest.finished_at ? newest : null
  }

  get isBusy(): boolean {
    return this.request.isBusy
  }

  get error(): ErrorMessage | null {
    return this.request.errorMessage
  }

  load(): Promise<void> {
    return this.rehearsals.load(signal => this.api.rehearsals(signal))
  }

  start(): Promise<void> {
    return this.send(() => this.api.start())
  }

  async stop(): Promise<void> {
    const { current } = this
    if (current) await this.send(() => this.api.stop(current.id))
  }

  reset(): void {
    this.rehearsals.clear()
    this.request.clear()
  }

  private async send(request: () => Promise<Rehearsal>): Promise<void> {
    await this.request.submit(request)
    await this.load()
  }
}

export const rehearsalStore = (api: Api) => new RehearsalStore(new RehearsalApi(api))
