import { action, computed, makeObservable, observable, observableRef } from 'mobx'
import type { Api } from '@/shared/http/session'
import type { Viewer } from '@/shared/shell'
import type { Telling } from '@/shared/telling'
import { BillingApi } from '../api'
import type { TypedCard } from '../provider'
import type { BillingStore } from '../store'
import { itemOfChoice, purchaseOf } from '../told'
import { Attempts, type Press, tabStorage } from './Attempt'
import { type CardsStore, cardsStore } from './CardsStore'
import { CouponStore } from './CouponStore'
import { offersStore } from './OffersStore'
import { PaymentStore } from './PaymentStore'
import { SelectionStore } from './SelectionStore'
import { stripeStore } from './StripeStore'

/** The sentences of the specification for what is missing before anything is sent (§5). */
const NO_TEAM = 'Package is TeamPass but team not selected'
const NO_CARD = 'Please select one of your saved cards or enter new one'
/** The server's, where somebody had their trial in another browser, or before they closed an account. */
const NO_TRIAL = ['You have already used your free trial.', 'This subscription has no free trial.']

/** A card that is typed in, in the place of a saved one's name. */
export const NEW_CARD = 'new'

interface Parts {
  selection: SelectionStore
  cards: CardsStore
  coupon: CouponStore
  payment: PaymentStore
}

/** The page of a purchase (§2, `/buy`): what is bought, with which card and promo code, and paying it. */
export class CheckoutStore {
  readonly selection: SelectionStore
  readonly cards: CardsStore
  readonly coupon: CouponStore
  readonly payment: PaymentStore
  /** What is missing, by the place on the page where it stands. */
  missing: { team?: string; card?: string } = {}
  savesCard = true
  private card: string | null = null

  constructor(
    private readonly viewer: Pick<Viewer, 'id'>,
    private readonly telling: Pick<Telling, 'tell'>,
    { selection, cards, coupon, payment }: Parts,
  ) {
    this.selection = selection
    this.cards = cards
    this.coupon = coupon
    this.payment = payment
    makeObservable<CheckoutStore, 'card' | 'require'>(this, {
      missing: observableRef,
      savesCard: observable,
      card: observable,
      cardId: computed,
      keepsCard: computed,
      total: computed,
      isFree: computed,
      choose: action,
      chooseTeam: action,
      chooseCard: action,
      saveCard: action,
      require: action,
      reset: action,
    })
  }

  /** The saved card that pays, `new`, or null while none is chosen. */
  get cardId(): string | null {
    const { cards, list, usual } = this.cards
    if (this.card === NEW_CARD || cards.some(({ id }) => id === this.card)) return this.card
    return usual?.id ?? (list.busy || cards.length > 0 ? null : NEW_CARD)
  }

  /** A subscription renews by the card, so that is kept in any case. */
  get keepsCard(): boolean {
    return this.savesCard || this.selection.choice?.type === 'subscription'
  }

  /** What is charged at once. */
  get total(): string {
    const { trialDays, choice } = this.selection
    return trialDays > 0 ? '0.00' : (this.coupon.applied?.total ?? choice?.price ?? '0.00')
  }

  /** What costs nothing needs no card; a subscription does, for its renewals. */
  get isFree(): boolean {
    return this.selection.choice?.renews === false && Number(this.total) === 0
  }

  /** Looks up what an address asks for, and the viewer's cards; goes on with what was under way. */
  async open(search: string): Promise<void> {
    if (search !== this.selection.search) {
      this.selection.begin(search)
      this.coupon.remove()
      // What became of something else, or why it was refused, says nothing of this.
      if (!this.payment.busy) this.payment.reset()
    }
    void this.payment.resume(this.viewer.id, search)
    await Promise.all([this.selection.load(), this.cards.load()])
    const { choice } = this.selection
    if (choice && search === this.selection.search)
      this.telling.tell('checkout', { items: [itemOfChoice(choice)] })
  }

  /** What is over is not shown again to somebody who comes back to buy. */
  leave(): void {
    if (this.payment.state !== 'success' && this.payment.state !== 'error') return
    this.payment.reset()
    this.coupon.remove()
  }

  choose(key: string): void {
    this.selection.choose(key)
    const { choice } = this.selection
    if (choice) this.telling.tell('select', { list: 'checkout', items: [itemOfChoice(choice)] })
    this.missing = {}
    this.forget()
    this.priceAgain()
  }

  chooseTeam(id: number): void {
    this.selection.chooseTeam(id)
    this.missing = { ...this.missing, team: undefined }
    this.forget()
    this.priceAgain()
  }

  chooseCard(id: string): void {
    this.card = id
    this.missing = { ...this.missing, card: undefined }
    this.forget()
  }

  saveCard(wanted: boolean): void {
    this.savesCard = wanted
  }

  async applyCode(): Promise<void> {
    const { purchase } = this.selection
    if (purchase) await this.coupon.apply(purchase)
  }

  /** Pays; a code that was typed and not applied is applied first, because it changes what is asked for. */
  async pay(typed: TypedCard | null): Promise<void> {
    if (this.payment.busy || !this.isComplete(typed)) return
    if (this.selection.trialDays === 0 && this.coupon.isPending) return this.applyCode()
    await this.payment.start(() => this.attempt(typed))
    if (NO_TRIAL.includes(this.payment.refusal ?? '')) this.selection.loseTrial()
  }

  languageChanged(): void {
    void this.payment.languageChanged()
  }

  reset(): void {
    this.payment.reset()
    this.coupon.remove()
    this.selection.begin('')
    this.selection.search = null
    this.missing = {}
    this.savesCard = true
    this.card = null
  }

  private async attempt(typed: TypedCard | null): Promise<Press> {
    const { purchase, choice, trialDays, search } = this.selection
    if (!purchase || !choice) throw new Error('Nothing is chosen')
    const trial = trialDays > 0
    const { total } = this
    const code = trial ? undefined : this.coupon.applied?.code
    const saved = this.isFree ? null : this.cardId
    const name = saved === NEW_CARD && typed ? await this.nameOf(typed) : saved
    return {
      viewer: this.viewer.id ?? 0,
      page: search ?? '',
      purchase,
      payment_method: name ?? undefined,
      promo_code: code,
      trial,
      total,
      renewal: choice.renews ? choice.price : undefined,
      currency: choice.currency,
    }
  }

  private async nameOf(typed: TypedCard): Promise<string> {
    return this.keepsCard ? typed.keep(await this.cards.setupSecret()) : typed.take()
  }

  /** Says what is missing; false where something is. */
  private isComplete(typed: TypedCard | null): boolean {
    const { choice, teamId } = this.selection
    if (!choice) return false
    const noTeam = choice.forTeam && teamId === null
    const hasCard = this.cardId === NEW_CARD ? typed !== null : this.cardId !== null
    const noCard = !this.isFree && !hasCard
    this.require({ ...(noTeam ? { team: NO_TEAM } : {}), ...(noCard ? { card: NO_CARD } : {}) })
    return !noTeam && !noCard
  }

  private require(missing: CheckoutStore['missing']): void {
    this.missing = missing
  }

  /** Why something else was refused says nothing of this. */
  private forget(): void {
    if (this.payment.refusal !== null) this.payment.dismiss()
  }

  /** A code takes something else off something else. */
  private priceAgain(): void {
    if (this.coupon.typed) void this.applyCode()
  }
}

export function checkoutStore(api: Api, billing: BillingStore): CheckoutStore {
  const { shell } = billing
  const calls = new BillingApi(api)
  const stripe = billing.bring(stripeStore)
  const selection = new SelectionStore(billing.bring(offersStore), shell.viewer)
  const coupon = new CouponStore(calls)
  const payment = new PaymentStore({
    api: calls,
    attempts: new Attempts(tabStorage(shell.channel.settings.storage_prefix)),
    confirm: secret => stripe.confirm(secret),
    paid: order => {
      shell.telling.tell('purchase', purchaseOf(order))
      billing.paid(order.id)
    },
    reprice: async () => {
      await selection.refresh()
      if (selection.purchase) await coupon.apply(selection.purchase)
    },
  })
  return new CheckoutStore(shell.viewer, shell.telling, {
    selection,
    cards: billing.bring(cardsStore),
    coupon,
    payment,
  })
}
