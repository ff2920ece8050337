import { action, computed, makeObservable, observable, observableRef } from 'mobx'
import type { ErrorMessage } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import type { Viewer } from '@/shared/shell'
import type { Telemetry } from '@/shared/telemetry'
import { BillingApi } from '../api'
import type { BillingStore } from '../BillingStore'
import type { CardInput } from '../cardInput'
import { toPurchaseEvent, trackedCheckoutItem } from '../trackedItems'
import { type CardsStore, cardsStore } from './CardsStore'
import { CouponStore } from './CouponStore'
import { GiftStore, multiplyAmount } from './GiftStore'
import { offersStore } from './OffersStore'
import { createTabStorage, type NewPaymentAttempt, PaymentAttempts } from './PaymentAttempts'
import { isAtForm, PaymentStore } from './PaymentStore'
import { SelectionStore } from './SelectionStore'
import { stripeStore } from './StripeStore'

/** Errors for missing input, found before a request is sent (§5). */
const TEAM_REQUIRED: ErrorMessage = { code: 'errors.team_not_selected' }
const AMOUNT_REQUIRED: ErrorMessage = { code: 'errors.invalid_amount' }
const CARD_REQUIRED: ErrorMessage = { code: 'errors.card' }
/** Error codes for a trial that was used in another browser, or before an account was closed. */
const TRIAL_UNAVAILABLE = ['errors.trial_used', 'errors.no_trial']

/** The card ID of a new card, which the viewer types in. */
export const NEW_CARD = 'new'

interface CheckoutStores {
  selection: SelectionStore
  cards: CardsStore
  coupon: CouponStore
  payment: PaymentStore
  gift: GiftStore
}

/** The checkout page (§2, `/buy`): the chosen item, the card, the promo code and the payment. */
export class CheckoutStore {
  readonly selection: SelectionStore
  readonly cards: CardsStore
  readonly coupon: CouponStore
  readonly payment: PaymentStore
  readonly gift: GiftStore
  /** Errors for missing input, by section of the page. */
  missing: { team?: ErrorMessage; card?: ErrorMessage; amount?: ErrorMessage; gift?: ErrorMessage } = {}
  shouldSaveCard = true
  private card: string | null = null

  constructor(
    private readonly viewer: Pick<Viewer, 'id'>,
    private readonly telemetry: Pick<Telemetry, 'emit'>,
    { selection, cards, coupon, payment, gift }: CheckoutStores,
  ) {
    this.selection = selection
    this.cards = cards
    this.coupon = coupon
    this.payment = payment
    this.gift = gift
    makeObservable<CheckoutStore, 'card' | 'setMissing'>(this, {
      missing: observableRef,
      shouldSaveCard: observable,
      card: observable,
      cardId: computed,
      isCardSaved: computed,
      total: computed,
      isGift: computed,
      isFree: computed,
      select: action,
      selectTeam: action,
      selectCard: action,
      chooseAmount: action,
      setSaveCard: action,
      setMissing: action,
      reset: action,
    })
  }

  /** The ID of the saved card, `new` for a new card, or null while the cards load. */
  get cardId(): string | null {
    const { cards, list, defaultCard } = this.cards
    if (this.card === NEW_CARD || cards.some(({ id }) => id === this.card)) return this.card
    return defaultCard?.id ?? (list.isBusy || cards.length > 0 ? null : NEW_CARD)
  }

  /** Whether the card is saved. A subscription always saves it, because renewals charge it. */
  get isCardSaved(): boolean {
    return this.shouldSaveCard || this.selection.item?.type === 'subscription'
  }

  /** The amount charged today, in major units. */
  get total(): string {
    const { trialDays, item } = this.selection
    if (this.isGift && item) return multiplyAmount(item.price, this.gift.quantity)
    return trialDays > 0 ? '0.00' : (this.coupon.applied?.total ?? item?.price ?? '0.00')
  }

  /** Whether the item can be a gift. Subscriptions and donations cannot. */
  get canGive(): boolean {
    const { item } = this.selection
    return item !== null && !item.renews && item.type !== 'donation'
  }

  /** Whether the purchase is for others. */
  get isGift(): boolean {
    return this.canGive && this.gift.isOn
  }

  /** Whether no card is needed. A subscription always needs one for its renewals. */
  get isFree(): boolean {
    return this.selection.item?.renews === false && Number(this.total) === 0
  }

  /** Load the offers of a query and the viewer's cards. Continue an unfinished payment. */
  async open(search: string): Promise<void> {
    if (search !== this.selection.search) {
      this.selection.open(search)
      this.coupon.remove()
      this.gift.open(search)
      // The result or refusal of another purchase does not apply to this one.
      if (!this.payment.isBusy) this.payment.reset()
    }
    void this.payment.resume(this.viewer.id, search)
    await Promise.all([this.selection.load(), this.cards.load()])
    const { item } = this.selection
    if (item && search === this.selection.search)
      this.telemetry.emit('checkout', { items: [trackedCheckoutItem(item)] })
  }

  /** Clear a finished payment when the viewer leaves, so that the next visit starts with the form. */
  leave(): void {
    if (isAtForm(this.payment.state) || this.payment.isBusy) return
    this.payment.reset()
    this.gift.reset()
    this.coupon.remove()
  }

  select(key: string): void {
    this.selection.select(key)
    const { item } = this.selection
    if (item) this.telemetry.emit('select', { list: 'checkout', items: [trackedCheckoutItem(item)] })
    this.missing = {}
    this.clearErrors()
    this.refreshCoupon()
  }

  selectTeam(id: number): void {
    this.selection.selectTeam(id)
    this.missing = { ...this.missing, team: undefined }
    this.clearErrors()
    this.refreshCoupon()
  }

  /** Choose a suggested amount, or the one that the viewer types. */
  chooseAmount(text: string): void {
    this.selection.chooseAmount(text)
    this.missing = { ...this.missing, amount: undefined }
    this.clearErrors()
  }

  selectCard(id: string): void {
    this.card = id
    this.missing = { ...this.missing, card: undefined }
    this.clearErrors()
  }

  setSaveCard(shouldSave: boolean): void {
    this.shouldSaveCard = shouldSave
  }

  async applyCode(): Promise<void> {
    const { purchase } = this.selection
    if (purchase) await this.coupon.apply(purchase)
  }

  /** Start the payment. If a promo code is typed but not applied, apply it instead, because it changes the total. */
  async pay(newCard: CardInput | null): Promise<void> {
    if (this.payment.isBusy || !this.validate(newCard)) return
    if (!this.isGift && this.selection.trialDays === 0 && this.coupon.isPending) return this.applyCode()
    await this.payment.start(() => this.createAttempt(newCard))
    if (TRIAL_UNAVAILABLE.includes(this.payment.errorMessage?.code ?? '')) this.selection.dropTrial()
  }

  /** Return from the refusal of something the viewer has to the form, to buy it as a gift. */
  give(): void {
    this.gift.setKind('gift')
    this.payment.dismiss()
  }

  languageChanged(): void {
    void this.payment.languageChanged()
  }

  reset(): void {
    this.payment.reset()
    this.coupon.remove()
    this.gift.reset()
    this.selection.open('')
    this.selection.search = null
    this.missing = {}
    this.shouldSaveCard = true
    this.card = null
  }

  private async createAttempt(newCard: CardInput | null): Promise<NewPaymentAttempt> {
    const { purchase, item, trialDays, search } = this.selection
    if (!purchase || !item) throw new Error('Nothing is chosen')
    const trial = trialDays > 0
    const { total } = this
    const code = trial || this.isGift ? undefined : this.coupon.applied?.code
    const cardId = this.isFree ? null : this.cardId
    const paymentMethod = cardId === NEW_CARD && newCard ? await this.paymentMethodFor(newCard) : cardId
    return {
      viewer: this.viewer.id ?? 0,
      page: search ?? '',
      purchase: this.isGift ? { ...purchase, gift: this.gift.fields } : purchase,
      payment_method: paymentMethod ?? undefined,
      promo_code: code,
      trial,
      total,
      renewal: item.renews ? item.price : undefined,
      currency: item.currency,
    }
  }

  private async paymentMethodFor(newCard: CardInput): Promise<string> {
    return this.isCardSaved
      ? newCard.saveWithSetup(await this.cards.createSetupSecret())
      : newCard.createPaymentMethod()
  }

  /** Set the errors for missing input. Return false if there are any. */
  private validate(newCard: CardInput | null): boolean {
    const { item, teamId } = this.selection
    if (!item) return false
    const isTeamMissing = item.requiresTeam && teamId === null
    const hasCard = this.cardId === NEW_CARD ? newCard !== null : this.cardId !== null
    const isCardMissing = !this.isFree && !hasCard
    const isAmountMissing = !this.selection.isAmountValid
    const isGiftComplete = !this.canGive || this.gift.validate()
    this.setMissing({
      ...(isAmountMissing ? { amount: AMOUNT_REQUIRED } : {}),
      ...(isTeamMissing ? { team: TEAM_REQUIRED } : {}),
      ...(isCardMissing ? { card: CARD_REQUIRED } : {}),
      ...(!isGiftComplete && this.gift.error ? { gift: this.gift.error } : {}),
    })
    return !isTeamMissing && !isCardMissing && !isAmountMissing && isGiftComplete
  }

  private setMissing(missing: CheckoutStore['missing']): void {
    this.missing = missing
  }

  /** Remove the refusal of the previous choice, which does not apply to the new one. */
  private clearErrors(): void {
    if (this.payment.errorMessage !== null) this.payment.dismiss()
  }

  /** Apply the code again, because its discount depends on the chosen item. */
  private refreshCoupon(): void {
    if (this.coupon.typedCode) void this.applyCode()
  }
}

export function checkoutStore(api: Api, billing: BillingStore): CheckoutStore {
  const { shell } = billing
  const billingApi = new BillingApi(api)
  const stripe = billing.resolve(stripeStore)
  const selection = new SelectionStore(billing.resolve(offersStore), shell.viewer)
  const coupon = new CouponStore(billingApi)
  const payment = new PaymentStore({
    api: billingApi,
    attempts: new PaymentAttempts(createTabStorage(shell.channel.settings.storage_prefix)),
    confirmWithBank: secret => stripe.confirmWithBank(secret),
    onPaid: order => {
      shell.telemetry.emit('purchase', toPurchaseEvent(order))
      billing.handlePaid(order.id)
    },
    reprice: async () => {
      await selection.refresh()
      if (selection.purchase) await coupon.apply(selection.purchase)
    },
  })
  return new CheckoutStore(shell.viewer, shell.telemetry, {
    selection,
    cards: billing.resolve(cardsStore),
    coupon,
    payment,
    gift: new GiftStore(shell.channel.settings.time_zone),
  })
}
