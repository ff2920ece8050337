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
import { offersStore } from './OffersStore'
import { createTabStorage, type NewPaymentAttempt, PaymentAttempts } from './PaymentAttempts'
import { isAtForm, PaymentStore } from './PaymentStore'
import { SelectionStore } from './SelectionStore'
import { stripeStore } from './StripeStore'

/** What may be missing before anything is sent (§5). */
const TEAM_REQUIRED: ErrorMessage = { code: 'errors.team_not_selected' }
const CARD_REQUIRED: ErrorMessage = { code: 'errors.card' }
/** Codes for a trial that was used in another browser, or before an account was closed. */
const TRIAL_UNAVAILABLE = ['errors.trial_used', 'errors.no_trial']

/** A card that is typed in, in the place of a saved one's name. */
export const NEW_CARD = 'new'

interface CheckoutStores {
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
  missing: { team?: ErrorMessage; card?: ErrorMessage } = {}
  shouldSaveCard = true
  private card: string | null = null

  constructor(
    private readonly viewer: Pick<Viewer, 'id'>,
    private readonly telemetry: Pick<Telemetry, 'emit'>,
    { selection, cards, coupon, payment }: CheckoutStores,
  ) {
    this.selection = selection
    this.cards = cards
    this.coupon = coupon
    this.payment = payment
    makeObservable<CheckoutStore, 'card' | 'setMissing'>(this, {
      missing: observableRef,
      shouldSaveCard: observable,
      card: observable,
      cardId: computed,
      isCardSaved: computed,
      total: computed,
      isFree: computed,
      choose: action,
      chooseTeam: action,
      chooseCard: action,
      setSaveCard: action,
      setMissing: action,
      reset: action,
    })
  }

  /** The saved card that pays, `new`, or null while none is chosen. */
  get cardId(): string | null {
    const { cards, list, defaultCard: usual } = this.cards
    if (this.card === NEW_CARD || cards.some(({ id }) => id === this.card)) return this.card
    return usual?.id ?? (list.busy || cards.length > 0 ? null : NEW_CARD)
  }

  /** A subscription renews by the card, so that is kept in any case. */
  get isCardSaved(): boolean {
    return this.shouldSaveCard || this.selection.item?.type === 'subscription'
  }

  /** What is charged at once. */
  get total(): string {
    const { trialDays, item: choice } = this.selection
    return trialDays > 0 ? '0.00' : (this.coupon.applied?.total ?? choice?.price ?? '0.00')
  }

  /** What costs nothing needs no card; a subscription does, for its renewals. */
  get isFree(): boolean {
    return this.selection.item?.renews === false && Number(this.total) === 0
  }

  /** Looks up what an address asks for, and the viewer's cards; goes on with what was under way. */
  async open(search: string): Promise<void> {
    if (search !== this.selection.search) {
      this.selection.open(search)
      this.coupon.remove()
      // What became of something else, or why it was refused, says nothing of this.
      if (!this.payment.isBusy) this.payment.reset()
    }
    void this.payment.resume(this.viewer.id, search)
    await Promise.all([this.selection.load(), this.cards.load()])
    const { item: choice } = this.selection
    if (choice && search === this.selection.search)
      this.telemetry.emit('checkout', { items: [trackedCheckoutItem(choice)] })
  }

  /** What is over is not shown again to somebody who comes back to buy. */
  leave(): void {
    if (isAtForm(this.payment.state) || this.payment.isBusy) return
    this.payment.reset()
    this.coupon.remove()
  }

  choose(key: string): void {
    this.selection.choose(key)
    const { item: choice } = this.selection
    if (choice) this.telemetry.emit('select', { list: 'checkout', items: [trackedCheckoutItem(choice)] })
    this.missing = {}
    this.clearErrors()
    this.refreshCoupon()
  }

  chooseTeam(id: number): void {
    this.selection.chooseTeam(id)
    this.missing = { ...this.missing, team: undefined }
    this.clearErrors()
    this.refreshCoupon()
  }

  chooseCard(id: string): void {
    this.card = id
    this.missing = { ...this.missing, card: undefined }
    this.clearErrors()
  }

  setSaveCard(wanted: boolean): void {
    this.shouldSaveCard = wanted
  }

  async applyCode(): Promise<void> {
    const { purchase } = this.selection
    if (purchase) await this.coupon.apply(purchase)
  }

  /** Pays; a code that was typed and not applied is applied first, because it changes what is asked for. */
  async pay(typed: CardInput | null): Promise<void> {
    if (this.payment.isBusy || !this.validate(typed)) return
    if (this.selection.trialDays === 0 && this.coupon.isPending) return this.applyCode()
    await this.payment.start(() => this.createAttempt(typed))
    if (TRIAL_UNAVAILABLE.includes(this.payment.errorMessage?.code ?? '')) this.selection.dropTrial()
  }

  languageChanged(): void {
    void this.payment.languageChanged()
  }

  reset(): void {
    this.payment.reset()
    this.coupon.remove()
    this.selection.open('')
    this.selection.search = null
    this.missing = {}
    this.shouldSaveCard = true
    this.card = null
  }

  private async createAttempt(typed: CardInput | null): Promise<NewPaymentAttempt> {
    const { purchase, item: choice, trialDays, search } = this.selection
    if (!purchase || !choice) throw new Error('Nothing is chosen')
    const trial = trialDays > 0
    const { total } = this
    const code = trial ? undefined : this.coupon.applied?.code
    const saved = this.isFree ? null : this.cardId
    const name = saved === NEW_CARD && typed ? await this.paymentMethodFor(typed) : saved
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

  private async paymentMethodFor(typed: CardInput): Promise<string> {
    return this.isCardSaved
      ? typed.saveWithSetup(await this.cards.createSetupSecret())
      : typed.createPaymentMethod()
  }

  /** Says what is missing; false where something is. */
  private validate(typed: CardInput | null): boolean {
    const { item: choice, teamId } = this.selection
    if (!choice) return false
    const noTeam = choice.requiresTeam && teamId === null
    const hasCard = this.cardId === NEW_CARD ? typed !== null : this.cardId !== null
    const noCard = !this.isFree && !hasCard
    this.setMissing({
      ...(noTeam ? { team: TEAM_REQUIRED } : {}),
      ...(noCard ? { card: CARD_REQUIRED } : {}),
    })
    return !noTeam && !noCard
  }

  private setMissing(missing: CheckoutStore['missing']): void {
    this.missing = missing
  }

  /** Why something else was refused says nothing of this. */
  private clearErrors(): void {
    if (this.payment.errorMessage !== null) this.payment.dismiss()
  }

  /** A code takes something else off something else. */
  private refreshCoupon(): void {
    if (this.coupon.typedCode) void this.applyCode()
  }
}

export function checkoutStore(api: Api, billing: BillingStore): CheckoutStore {
  const { shell } = billing
  const calls = new BillingApi(api)
  const stripe = billing.resolve(stripeStore)
  const selection = new SelectionStore(billing.resolve(offersStore), shell.viewer)
  const coupon = new CouponStore(calls)
  const payment = new PaymentStore({
    api: calls,
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
  })
}
