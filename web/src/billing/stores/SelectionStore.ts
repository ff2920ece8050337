import { action, computed, makeObservable, observable, observableRef } from 'mobx'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import type { BillingStore } from '../BillingStore'
import {
  type CheckoutItem,
  type CheckoutParams,
  checkoutItemsFor,
  parseCheckoutParams,
  selectItem,
  toCheckoutItem,
  toPurchase,
} from '../checkoutItems'
import type { BuyableEvent, OfferLine, OfferQuery, Purchase, Team } from '../model'
import { trialDaysFor } from '../offers'
import { fromAmountText, isAmountAllowed, toDecimals, withAmount } from '../priceChoice'
import type { OffersStore } from './OffersStore'

/** The chosen item of the checkout page (§2, `/buy`), from the parameters of its URL. */
export class SelectionStore {
  search: string | null = null
  /** The state of the request for the offers of the URL. Their data is in `offers`. */
  readonly lookup = new AsyncValue<void>()
  private params: CheckoutParams = parseCheckoutParams('')
  private selectedKey: string | null = null
  private selectedTeamId: number | null = null
  /** The amount as the viewer chose or typed it, or null before that. */
  amountText: string | null = null
  /** `used`: the server refused the trial because of an earlier one. */
  private trial: 'wanted' | 'declined' | 'used' = 'wanted'

  constructor(
    private readonly offers: OffersStore,
    private readonly viewer: BillingStore['shell']['viewer'],
  ) {
    makeObservable<SelectionStore, 'params' | 'selectedKey' | 'selectedTeamId' | 'trial'>(this, {
      search: observable,
      amountText: observable,
      listedItem: computed,
      chooseAmount: action,
      params: observableRef,
      selectedKey: observable,
      selectedTeamId: observable,
      trial: observable,
      event: computed,
      items: computed,
      item: computed,
      hasAccess: computed,
      teams: computed,
      teamId: computed,
      open: action,
      select: action,
      selectTeam: action,
      setTrial: action,
      dropTrial: action,
    })
  }

  /** The event of the URL, or null if the URL names none or the event is loading. */
  get event(): BuyableEvent | null {
    const { value } = this.offers.event
    return value?.id === this.params.eventId ? value : null
  }

  /** The items for sale: the options of the event, or the one offer of the URL. */
  get items(): CheckoutItem[] {
    const { params, event, offers, lines } = this
    if (params.eventId !== null) return event ? checkoutItemsFor(event, lines, offers) : []
    const offersOfUrl = [
      params.packageId === null ? null : offers.package(params.packageId),
      params.subscriptionId === null ? null : offers.subscription(params.subscriptionId),
    ]
    return offersOfUrl
      .flatMap(offer => (offer ? [toCheckoutItem(offer)] : []))
      .filter(item => isAvailable(item, lines))
  }

  /** The lines that the server sells to this viewer now. */
  private get lines(): readonly OfferLine[] {
    return this.offers.linesFor(offerQuery(this.params)) ?? []
  }

  /** The chosen item, at the amount that the viewer chose if they may choose it. */
  get item(): CheckoutItem | null {
    const { listedItem: item, amountText } = this
    if (!item?.choice || amountText === null) return item
    const amount = fromAmountText(amountText) ?? ''
    return isAmountAllowed(item, amount) ? withAmount(item, toDecimals(amount, item.price)) : item
  }

  /** Whether the typed amount may be paid. */
  get isAmountValid(): boolean {
    const { listedItem: item, amountText } = this
    if (!item?.choice || amountText === null) return true
    return isAmountAllowed(item, fromAmountText(amountText) ?? '')
  }

  /** The chosen item as the server offers it. */
  get listedItem(): CheckoutItem | null {
    const { params, items, selectedKey } = this
    return items.find(({ key }) => key === selectedKey) ?? selectItem(items, params)
  }

  /** Whether the viewer can already watch the event and the URL requests no wider pass. */
  get hasAccess(): boolean {
    const { packageId, subscriptionId } = this.params
    const requestsPass = packageId !== null || subscriptionId !== null
    const isGift = new URLSearchParams(this.search ?? '').has('gift')
    return this.event?.has_access === true && !isGift && !(requestsPass && this.item?.type !== 'event')
  }

  /** The teams that a team pass is sold for: the two teams of the event, or all teams of its categories. */
  get teams(): readonly Team[] {
    const { item } = this
    if (!item?.requiresTeam) return []
    const teams =
      this.params.eventId === null ? (this.offers.teams.value ?? []) : (this.event?.participants ?? [])
    return teams.filter(({ id }) =>
      this.lines.some(line => isLineFor(line, item) && line.participant_id === id),
    )
  }

  get teamId(): number | null {
    const requestedId = this.selectedTeamId ?? this.params.participantId
    return this.teams.find(({ id }) => id === requestedId)?.id ?? null
  }

  /** The free days before the first payment, or 0 without a trial. */
  get trialDays(): number {
    return this.trial === 'wanted' ? this.offeredTrialDays : 0
  }

  /** The free days on offer, even if the viewer declined the trial. */
  get offeredTrialDays(): number {
    const offer = this.item?.offer
    return offer && this.trial !== 'used' ? trialDaysFor(offer, this.viewer) : 0
  }

  /** The purchase to send to the server. */
  get purchase(): Purchase | null {
    return this.item && toPurchase(this.item, this.teamId)
  }

  /** Start a new selection from a query string. */
  open(search: string): void {
    this.search = search
    this.params = parseCheckoutParams(search)
    this.lookup.clear()
    this.selectedKey = null
    this.selectedTeamId = null
    this.amountText = null
    this.setTrial(true)
  }

  /** Load the offers of the URL. */
  async load(): Promise<void> {
    const { params } = this
    await this.lookup.load(() => this.fetchOffers(params))
  }

  /** Reload the prices. If a request fails, its old prices stay. */
  async refresh(): Promise<void> {
    const { params, offers } = this
    const event = params.eventId === null ? null : offers.loadEvent(params.eventId)
    await Promise.allSettled([event, offers.refresh(), offers.loadLines(offerQuery(params))])
  }

  select(key: string): void {
    this.selectedKey = key
    this.amountText = null
  }

  chooseAmount(text: string): void {
    this.amountText = text
  }

  selectTeam(id: number): void {
    this.selectedTeamId = id
  }

  /** Choose the free trial, or decline it and pay today. */
  setTrial(isWanted: boolean): void {
    if (this.trial !== 'used') this.trial = isWanted ? 'wanted' : 'declined'
  }

  dropTrial(): void {
    this.trial = 'used'
  }

  private async fetchOffers({ eventId, packageId, subscriptionId }: CheckoutParams): Promise<void> {
    const { offers } = this
    const lines = offers.loadLines(eventId === null ? {} : { event_id: eventId })
    if (eventId !== null) {
      await Promise.all([offers.loadEvent(eventId), lines])
      const error = offers.event.error ?? offers.lines.error
      if (error) throw error
      return
    }
    await Promise.all([
      lines,
      packageId === null ? null : offers.loadPackage(packageId),
      subscriptionId === null ? null : offers.loadSubscription(subscriptionId),
    ])
    if (offers.lines.error) throw offers.lines.error
    const pass = packageId === null ? null : offers.package(packageId)
    if (!pass || !toCheckoutItem(pass).requiresTeam) return
    await offers.loadTeams(pass)
    if (offers.teams.error) throw offers.teams.error
  }
}

/** Return the query for the offers of an event, or for everything on sale. */
const offerQuery = ({ eventId }: CheckoutParams): OfferQuery =>
  eventId === null ? {} : { event_id: eventId }

const isLineFor = ({ type, id }: OfferLine, item: CheckoutItem) => type === item.type && id === item.id
const isAvailable = (item: CheckoutItem, lines: readonly OfferLine[]) =>
  lines.some(line => isLineFor(line, item))
