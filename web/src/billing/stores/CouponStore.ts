import { action, computed, makeObservable, observableRef, runInAction } from 'mobx'
import { Form } from '@/shared/stores/Form'
import type { BillingApi } from '../api'
import type { Discount, Purchase } from '../model'

/** A promo code and its discount (§8: `Wrong promo code`). */
export class CouponStore {
  readonly form = new Form({ code: '' })
  applied: Discount | null = null
  /** Increases with each change. A response for an older generation is dropped. */
  private generation = 0

  constructor(private readonly api: Pick<BillingApi, 'applyCoupon'>) {
    makeObservable(this, {
      applied: observableRef,
      typedCode: computed,
      isPending: computed,
      change: action,
      remove: action,
    })
  }

  get typedCode(): string {
    return this.form.values.code.trim()
  }

  /** Whether a code is typed but not applied. */
  get isPending(): boolean {
    return this.typedCode !== '' && this.applied === null
  }

  change(code: string): void {
    this.generation += 1
    this.form.clear()
    this.form.change('code', code)
    this.applied = null
  }

  /** Request the discount of the code for a purchase. Remove the discount of the previous purchase. */
  async apply(purchase: Purchase): Promise<void> {
    const code = this.typedCode
    if (!code) return
    this.change(code)
    const { generation } = this
    const result = await this.form.submit(() => this.api.applyCoupon(code, purchase))
    if (generation !== this.generation || !result) return
    runInAction(() => {
      this.applied = result.result
    })
  }

  /** Remove the code. */
  remove(): void {
    this.change('')
  }
}
