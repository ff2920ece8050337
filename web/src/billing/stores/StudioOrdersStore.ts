import { action, makeObservable, observableRef, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { PaginatedList } from '@/shared/stores/PaginatedList'
import {
  type Grant,
  type OrderFilter,
  type Refundable,
  type StudioOrder,
  StudioOrdersApi,
  type StudioVoucher,
} from '../studioOrdersApi'

const NEW_GRANT: Grant = { email: '', product: '', team: '', until: '' }

/** The orders of the channel: the list, one order, and the forms of its dialogs. Each action returns its success. */
export class StudioOrdersStore {
  readonly list = new PaginatedList<StudioOrder>()
  readonly order = new AsyncValue<StudioOrder>()
  /** The codes of the order, if it bought some. */
  readonly vouchers = new AsyncValue<readonly StudioVoucher[]>()
  readonly refundable = new AsyncValue<Refundable>()
  readonly refundForm = new Form<{ amount: string }>({ amount: '' })
  readonly extendForm = new Form<{ until: string }>({ until: '' })
  readonly grantForm = new Form<Grant>(NEW_GRANT)
  /** The form of the actions without input. */
  readonly actionForm = new Form<object>({})
  /** The payment to refund. Null for the latest one. */
  paymentId: number | null = null

  constructor(readonly api: StudioOrdersApi) {
    makeObservable(this, { paymentId: observableRef, loadRefundable: action, reset: action })
  }

  load(filter: OrderFilter): Promise<void> {
    return this.list.load((offset, signal) => this.api.list(filter, offset, signal))
  }

  loadOrder(id: number): Promise<void> {
    if (this.order.value?.id !== id) this.order.clear()
    return this.order.load(signal => this.api.order(id, signal))
  }

  /** Load how much of a payment can be refunded. Null is the latest payment. */
  loadRefundable(id: number, paymentId: number | null): Promise<void> {
    this.paymentId = paymentId
    this.refundForm.clear()
    this.refundable.clear()
    return this.refundable.load(signal => this.api.refundable(id, paymentId, signal))
  }

  /** Refund the amount of the form. A second press refunds nothing: the server compares the refundable amount. */
  refund(id: number): Promise<boolean> {
    const { refundable, paymentId } = this
    const { value } = refundable
    if (!value) return Promise.resolve(false)
    return this.save(this.refundForm, ({ amount }) =>
      this.api.refund(id, {
        amount: amount.trim().replace(',', '.'),
        refundable: value.amount,
        transaction_id: paymentId,
      }),
    )
  }

  loadVouchers(id: number): Promise<void> {
    this.vouchers.clear()
    return this.vouchers.load(signal => this.api.vouchers(id, signal))
  }

  sendVoucher(id: number, number: number, email: string): Promise<boolean> {
    return this.saveVouchers(() => this.api.sendVoucher(id, number, email))
  }

  refundVouchers(id: number, numbers: readonly number[]): Promise<boolean> {
    return this.saveVouchers(() => this.api.refundVouchers(id, numbers))
  }

  private async saveVouchers(call: () => Promise<readonly StudioVoucher[]>): Promise<boolean> {
    const saved = await this.actionForm.submit(call)
    if (saved) this.vouchers.update(() => saved.result)
    return saved !== null
  }

  revoke(id: number): Promise<boolean> {
    return this.save(this.actionForm, () => this.api.revoke(id))
  }

  extend(id: number): Promise<boolean> {
    return this.save(this.extendForm, ({ until }) => this.api.extend(id, until))
  }

  async resendReceipt(id: number): Promise<boolean> {
    return (await this.actionForm.submit(() => this.api.resendReceipt(id))) !== null
  }

  /** Grant the access of the form. Return the new order, or null after an error, which the form shows. */
  async grant(): Promise<StudioOrder | null> {
    const granted = await this.grantForm.submit(form => this.api.grant(form))
    return granted?.result ?? null
  }

  /** Forget what the dialogs entered. */
  clearForms(): void {
    for (const form of [this.refundForm, this.extendForm, this.grantForm, this.actionForm]) form.clear()
  }

  reset(): void {
    this.list.clear()
    this.order.clear()
    this.vouchers.clear()
    this.refundable.clear()
    this.clearForms()
  }

  languageChanged(): void {
    void this.list.reload()
    void this.order.reload()
  }

  private async save<Values extends object>(
    form: Form<Values>,
    send: (values: Values) => Promise<StudioOrder>,
  ): Promise<boolean> {
    const saved = await form.submit(send)
    if (!saved) return false
    runInAction(() => this.order.update(() => saved.result))
    return true
  }
}

export const studioOrdersStore = (api: Api) => new StudioOrdersStore(new StudioOrdersApi(api))
