import { action, computed, makeObservable, observableRef, runInAction } from 'mobx'
import { Form } from '@/shared/stores/Form'
import type { BillingApi } from '../api'
import type { Discount, Purchase } from '../model'

/** A promo code and what it takes off (§8: `Wrong promo code`). */
export class CouponStore {
  readonly form = new Form({ code: '' })
  applied: Discount | null = null
  /** Counts what was asked: a price of something else is dropped. */
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

  /** A code was typed, and nobody has said yet what it takes off. */
  get isPending(): boolean {
    return this.typedCode !== '' && this.applied === null
  }

  change(code: string): void {
    this.generation += 1
    this.form.clear()
    this.form.change('code', code)
    this.applied = null
  }

  /** Asks what the code takes off this; what it took off something else holds no longer. */
  async apply(purchase: Purchase): Promise<void> {
    const code = this.typedCode
    if (!code) return
    this.change(code)
    const { generation: turn } = this
    const sent = await this.form.submit(() => this.api.applyCoupon(code, purchase))
    if (turn !== this.generation || !sent) return
    runInAction(() => {
      this.applied = sent.answer
    })
  }

  /** Takes the code back. */
  remove(): void {
    this.change('')
  }
}
