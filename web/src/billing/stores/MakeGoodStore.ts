import { runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { MakeGoodApi, type MakeGoodPlan, type WaitingMakeGoods } from '../makeGoodApi'

/** The make-goods of one event, and the forms of its dialogs. Each action returns its success. */
export class MakeGoodStore {
  readonly waiting = new AsyncValue<readonly WaitingMakeGoods[]>()
  readonly plan = new AsyncValue<MakeGoodPlan>()
  readonly payForm = new Form<object>({})
  readonly dismissForm = new Form<{ reason: string }>({ reason: '' })

  constructor(private readonly api: MakeGoodApi) {}

  loadWaiting(): Promise<void> {
    return this.waiting.load(signal => this.api.waiting(signal))
  }

  load(eventKey: string): Promise<void> {
    return this.plan.load(signal => this.api.plan(eventKey, signal))
  }

  /** Pay the total that the operator saw. A second press pays nobody twice. */
  async pay(eventKey: string): Promise<boolean> {
    const { value } = this.plan
    if (!value) return false
    const paid = await this.payForm.submit(() => this.api.pay(eventKey, value.unpaid))
    if (!paid) return false
    runInAction(() => this.plan.update(() => paid.result))
    return true
  }

  async dismiss(id: number): Promise<boolean> {
    const dismissed = await this.dismissForm.submit(({ reason }) => this.api.dismiss(id, reason.trim()))
    if (dismissed === null) return false
    await this.plan.reload()
    return true
  }

  reset(): void {
    this.plan.clear()
    this.payForm.clear()
    this.dismissForm.clear()
  }

  languageChanged(): void {
    void this.waiting.reload()
    void this.plan.reload()
  }
}

export const makeGoodStore = (api: Api) => new MakeGoodStore(new MakeGoodApi(api))
