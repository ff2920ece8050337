import { action, makeObservable, observable } from 'mobx'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { BillingApi } from '../api'
import type { Order, Voucher } from '../model'

interface OrderedVouchers {
  order: Order
  vouchers: readonly Voucher[]
}

/** The codes of one order that the viewer bought for others. */
export class GiftCodesStore {
  readonly codes = new AsyncValue<OrderedVouchers>()
  /** The corrected address of a gift. */
  readonly form = new Form({ email: '' })
  readonly refundForm = new Form({})
  /** The number of the gift whose address is being corrected. */
  editedNumber: number | null = null

  constructor(
    private readonly api: Pick<BillingApi, 'order' | 'vouchers' | 'sendVoucher' | 'refundVouchers'>,
  ) {
    makeObservable(this, { editedNumber: observable, edit: action, reset: action })
  }

  async load(orderId: number): Promise<void> {
    await this.codes.load(async signal => {
      const [order, vouchers] = await Promise.all([
        this.api.order(orderId, signal),
        this.api.vouchers(orderId, false, signal),
      ])
      return { order, vouchers }
    })
  }

  /** Load the QR codes, for printing. Return whether they are there. */
  async loadQrCodes(): Promise<boolean> {
    const order = this.codes.value?.order
    if (!order) return false
    await this.codes.load(async signal => ({
      order,
      vouchers: await this.api.vouchers(order.id, true, signal),
    }))
    return this.codes.error === null
  }

  edit(voucher: Voucher | null): void {
    this.editedNumber = voucher?.number ?? null
    this.form.clear()
    if (voucher) this.form.change('email', voucher.email ?? '')
  }

  async send(): Promise<void> {
    const { editedNumber } = this
    const order = this.codes.value?.order
    if (!order || editedNumber === null) return
    const sent = await this.form.submit(({ email }) =>
      this.api.sendVoucher(order.id, editedNumber, email.trim()),
    )
    if (!sent) return
    this.codes.update(loaded => ({ ...loaded, vouchers: sent.result }))
    this.edit(null)
  }

  /** Cancel codes and refund their price. Return whether it was possible. */
  async refund(numbers: readonly number[]): Promise<boolean> {
    const order = this.codes.value?.order
    if (!order) return false
    const refunded = await this.refundForm.submit(() => this.api.refundVouchers(order.id, numbers))
    if (!refunded) return false
    await this.load(order.id)
    return true
  }

  reset(): void {
    this.codes.clear()
    this.refundForm.clear()
    this.edit(null)
  }
}

export const giftCodesStore = (api: Api) => new GiftCodesStore(new BillingApi(api))
