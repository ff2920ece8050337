import { runInAction } from 'mobx'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import type { Restream, RestreamApi } from '../../restreamApi'

/** The restreams of one event: their states, and the choice of the operator. */
export class RestreamsStore {
  readonly list = new AsyncValue<readonly Restream[]>()
  /** The action in progress or its error. */
  readonly action = new Form({})

  constructor(
    private readonly api: RestreamApi,
    private readonly eventKey: string,
  ) {}

  /** Load the states. An answer to an earlier question does not replace the result of an action. */
  async load(): Promise<void> {
    if (this.action.isBusy) return
    await this.list.load(signal => this.api.restreams(this.eventKey, signal))
  }

  /** Turn a restream on or off. */
  setOn({ target_id: id }: Restream, isOn: boolean): Promise<void> {
    return this.send(() => this.api.setRestream(this.eventKey, id, isOn))
  }

  retry({ target_id: id }: Restream): Promise<void> {
    return this.send(() => this.api.retry(this.eventKey, id))
  }

  private async send(request: () => Promise<Restream>): Promise<void> {
    const sent = await this.action.submit(request)
    if (!sent) return
    const { result: changed } = sent
    const { value } = this.list
    await runInAction(() =>
      this.list.load(async () =>
        (value ?? []).map(restream => (restream.target_id === changed.target_id ? changed : restream)),
      ),
    )
  }
}
