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
import type { OffersStore } from './OffersStore'

/** What is bought on the page of a purchase (§2, `/buy`), out of what its address asks for. */
export class SelectionStore {
  search: string | null = null
  /** The request for what the address asks for; what it brings is in `offers`. */
  readonly lookup = new AsyncValue<void>()
  private params: CheckoutParams = parseCheckoutParams('')
  private chosenKey: string | null = null
  private chosenTeam: number | null = null
  /** `used`: the server knows of an earlier trial, of which the page did not. */
  private trial: 'wanted' | 'declined' | 'used' = 'wanted'

  constructor(
    private readonly offers: OffersStore,
    private readonly viewer: BillingStore['shell']['viewer'],
  ) {
    makeObservable<SelectionStore, 'params' | 'chosenKey' | 'chosenTeam' | 'trial'>(this, {
      search: observable,
      params: observableRef,
      chosenKey: observable,
      chosenTeam: observable,
      trial: observable,
      event: computed,
      items: computed,
      item: computed,
      hasAccess: computed,
      teams: computed,
      teamId: computed,
      open: action,
      choose: action,
      chooseTeam: action,
      setTrial: action,
      dropTrial: action,
    })
  }

  /** The game that it is about; null where it is about none, or while that is being looked up. */
  get event(): BuyableEvent | null {
    const { value } = this.offers.event
    return value?.id === this.params.eventId ? value : null
  }

  /** Everything that can be bought here: a game's ways in, or the one offer that was asked for. */
  get items(): CheckoutItem[] {
    const { params, event, offers, lines } = this
    if (params.eventId !== null) return event ? checkoutItemsFor(event, lines, offers) : []
    const found = [
      params.packageId === null ? null : offers.package(params.packageId),
      params.subscriptionId === null ? null : offers.subscription(params.subscriptionId),
    ]
    return found
      .flatMap(offer => (offer ? [toCheckoutItem(offer)] : []))
      .filter(choice => isAvailable(choice, lines))
  }

  /** What the server sells to this viewer now. */
  private get lines(): readonly OfferLine[] {
    return this.offers.linesFor(offerQuery(this.params)) ?? []
  }

  get item(): CheckoutItem | null {
    const { params, items: choices, chosenKey: chosen } = this
    return choices.find(({ key }) => key === chosen) ?? selectItem(choices, params)
  }

  /** The viewer may watch the game, and the address asks for no pass that is wider than it. */
  get hasAccess(): boolean {
    const { packageId, subscriptionId } = this.params
    const requestsPass = packageId !== null || subscriptionId !== null
    return this.event?.has_access === true && !(requestsPass && this.item?.type !== 'event')
  }

  /** Whom a team pass can be for: the two sides of the game, or every team of its categories. */
  get teams(): readonly Team[] {
    const { item: choice } = this
    if (!choice?.requiresTeam) return []
    const known =
      this.params.eventId === null ? (this.offers.teams.value ?? []) : (this.event?.participants ?? [])
    return known.filter(({ id }) =>
      this.lines.some(line => isLineFor(line, choice) && line.participant_id === id),
    )
  }

  get teamId(): number | null {
    const wanted = this.chosenTeam ?? this.params.participantId
    return this.teams.find(({ id }) => id === wanted)?.id ?? null
  }

  /** How many days are free before the first payment; 0 where it is paid at once. */
  get trialDays(): number {
    return this.trial === 'wanted' ? this.offeredTrialDays : 0
  }

  /** How many there would be, wanted or not. */
  get offeredTrialDays(): number {
    const offer = this.item?.offer
    return offer && this.trial !== 'used' ? trialDaysFor(offer, this.viewer) : 0
  }

  /** What the server is asked to sell. */
  get purchase(): Purchase | null {
    return this.item && toPurchase(this.item, this.teamId)
  }

  /** Takes up what an address asks for. */
  open(search: string): void {
    this.search = search
    this.params = parseCheckoutParams(search)
    this.lookup.clear()
    this.chosenKey = null
    this.chosenTeam = null
    this.setTrial(true)
  }

  /** Looks up what is asked for. */
  async load(): Promise<void> {
    const { params } = this
    await this.lookup.load(() => this.fetchOffers(params))
  }

  /** Looks up once more what it costs; where that fails, it stays as it was. */
  async refresh(): Promise<void> {
    const { params, offers } = this
    const event = params.eventId === null ? null : offers.loadEvent(params.eventId)
    await Promise.allSettled([event, offers.refresh(), offers.loadLines(offerQuery(params))])
  }

  choose(key: string): void {
    this.chosenKey = key
  }

  chooseTeam(id: number): void {
    this.chosenTeam = id
  }

  /** Begins with the free trial, or pays at once. */
  setTrial(wanted: boolean): void {
    if (this.trial !== 'used') this.trial = wanted ? 'wanted' : 'declined'
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

/** What the server is asked: a game's offers, or everything on sale. */
const offerQuery = ({ eventId }: CheckoutParams): OfferQuery =>
  eventId === null ? {} : { event_id: eventId }

const isLineFor = ({ type, id }: OfferLine, choice: CheckoutItem) => type === choice.type && id === choice.id
const isAvailable = (choice: CheckoutItem, lines: readonly OfferLine[]) =>
  lines.some(line => isLineFor(line, choice))
