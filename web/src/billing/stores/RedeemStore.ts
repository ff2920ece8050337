import { action, makeObservable, observableRef, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { BillingApi } from '../api'
import type { Order } from '../model'

/** Redeeming the code of a gift or group purchase (`/redeem`). */
export class RedeemStore {
  readonly form = new Form({ code: '' })
  /** The order that the code opened, or null before that. */
  order: Order | null = null

  constructor(private readonly api: Pick<BillingApi, 'redeem'>) {
    makeObservable(this, { order: observableRef, open: action, change: action })
  }

  /** Start with the code of a link. Nothing is redeemed yet. */
  open(code: string): void {
    this.order = null
    this.change(code)
  }

  change(code: string): void {
    this.form.clear()
    this.form.change('code', code)
  }

  async redeem(): Promise<void> {
    const code = this.form.values.code.trim()
    if (!code) return
    const result = await this.form.submit(() => this.api.redeem(code))
    if (!result) return
    runInAction(() => {
      this.order = result.result
    })
  }
}

export const redeemStore = (api: Api) => new RedeemStore(new BillingApi(api))
