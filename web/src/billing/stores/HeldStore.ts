import { computed, makeObservable } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Latest } from '@/shared/stores/Latest'
import { BillingApi } from '../api'
import type { Order } from '../model'
import { type Item, isPurchased } from '../recognition'
import type { BillingStore } from '../store'

/** What the viewer holds, so that nobody is offered twice what they have (§4, "Purchase recognition"). */
export class HeldStore {
  readonly list = new Latest<Order[]>()

  constructor(
    private readonly api: BillingApi,
    private readonly viewer: { readonly id: number | null },
  ) {
    makeObservable(this, { orders: computed })
  }

  get orders(): readonly Order[] {
    return this.list.value ?? []
  }

  /** Whether it is known what they hold: of a visitor it is, nothing. */
  get known(): boolean {
    return this.viewer.id === null || this.list.value !== null || this.list.error !== null
  }

  isPurchased(item: Item): boolean {
    return isPurchased(this.orders, item)
  }

  /** Asks, for somebody who is logged in. */
  async load(): Promise<void> {
    if (this.viewer.id === null) return
    await this.list.ask(async signal => {
      const { items } = await this.api.orders({ status: 'paid', no_limit: 1 }, signal)
      return items
    })
  }

  reset(): void {
    this.list.clear()
  }
}

export const heldStore = (api: Api, { shell }: BillingStore) =>
  new HeldStore(new BillingApi(api), shell.viewer)
