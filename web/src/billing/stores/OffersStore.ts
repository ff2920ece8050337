import { action, makeObservable, observableRef, observableShallow, runInAction } from 'mobx'
import { isNotFound } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { BillingApi } from '../api'
import type { BillingStore } from '../BillingStore'
import type { BuyableEvent, OfferLine, OfferQuery, Package, SaleCatalog, Subscription, Team } from '../model'

/** What is on sale: packages and subscriptions by id, an event that is sold, the teams of a team pass. */
export class OffersStore {
  readonly event = new AsyncValue<BuyableEvent>()
  readonly teams = new AsyncValue<Team[]>()
  /** What the server sells to this viewer now, of what was asked for last. */
  readonly lines = new AsyncValue<readonly OfferLine[]>()
  /** Those that the start-up did not bring; null where there is none of that id. */
  private readonly fetchedOffers = new Map<string, Package | Subscription | null>()
  private readonly fetchers = new Map<string, () => Promise<Package | Subscription>>()
  /** The event that was asked for last. */
  private eventId: number | null = null
  /** What `lines` answer. */
  private linesQuery: string | null = null
  /** What the start-up brought is out of date. */
  private refreshedCatalog: SaleCatalog | null = null

  constructor(
    private readonly api: BillingApi,
    private readonly channel: SaleCatalog,
  ) {
    makeObservable<OffersStore, 'fetchedOffers' | 'refreshedCatalog'>(this, {
      fetchedOffers: observableShallow,
      refreshedCatalog: observableRef,
      reset: action,
    })
  }

  /** The heaviest first. What is sold for single events stands with these (`single_event_package_id`). */
  get packages(): readonly Package[] {
    return this.catalog.packages.filter(({ type }) => type !== 'event')
  }

  get subscriptions(): readonly Subscription[] {
    return this.catalog.subscriptions
  }

  package(id: number): Package | null {
    return (
      this.catalog.packages.find(one => one.id === id) ??
      (this.fetchedOffers.get(`package:${id}`) as Package) ??
      null
    )
  }

  subscription(id: number): Subscription | null {
    const known = this.catalog.subscriptions.find(one => one.id === id)
    return known ?? (this.fetchedOffers.get(`subscription:${id}`) as Subscription) ?? null
  }

  /**
   * Sees to it that a package is there, if the channel has it.
   *
   * @throws HttpError where the server did not answer.
   */
  async loadPackage(id: number): Promise<void> {
    if (!this.package(id)) await this.fetch(`package:${id}`, () => this.api.package(id))
  }

  /** The same for a subscription. */
  async loadSubscription(id: number): Promise<void> {
    if (!this.subscription(id)) await this.fetch(`subscription:${id}`, () => this.api.subscription(id))
  }

  /**
   * Asks for everything on sale once more; what is shown stays until that is there.
   *
   * @throws HttpError where the server did not answer.
   */
  async refresh(): Promise<void> {
    const [packages, subscriptions] = await Promise.all([this.api.packages(), this.api.subscriptions()])
    runInAction(() => {
      this.refreshedCatalog = { packages, subscriptions }
    })
  }

  async loadEvent(id: number): Promise<void> {
    if (this.event.value?.id !== id) this.event.clear()
    this.eventId = id
    await this.event.load(signal => this.api.event(id, signal))
  }

  /** Asks what can be bought to open something, or everything on sale. */
  async loadLines(query: OfferQuery): Promise<void> {
    const cacheKey = JSON.stringify(query)
    if (cacheKey !== this.linesQuery) this.lines.clear()
    this.linesQuery = cacheKey
    await this.lines.load(signal => this.api.offers(query, signal))
  }

  /** What can be bought; null while that is not known. */
  linesFor(query: OfferQuery): readonly OfferLine[] | null {
    const { value } = this.lines
    return JSON.stringify(query) === this.linesQuery ? value : null
  }

  /** Why the event of this id did not come. As its page is first drawn, the error of the one before still stands here. */
  eventErrorOf(id: number): unknown {
    const { error } = this.event
    return id === this.eventId ? error : null
  }

  /** This channel has no event of this id. */
  isEventMissing(id: number): boolean {
    return isNotFound(this.eventErrorOf(id))
  }

  /** The teams that a team pass can be for: those of its categories, or all where it covers all. */
  async loadTeams({ event_categories: categories }: Pick<Package, 'event_categories'>): Promise<void> {
    this.teams.clear()
    await this.teams.load(async signal => {
      const cacheKey = categories.length > 0 ? categories : [null]
      return (await Promise.all(cacheKey.map(category => this.api.teams(category, signal)))).flat()
    })
  }

  /** What is being bought stays on the page meanwhile, and with it the card that somebody typed. */
  languageChanged(): void {
    void this.event.reload()
    void this.teams.reload()
    for (const [key, ask] of this.fetchers) void this.fetch(key, ask).catch(() => undefined)
    if (this.refreshedCatalog) void this.refresh().catch(() => undefined)
  }

  reset(): void {
    this.event.clear()
    this.eventId = null
    this.teams.clear()
    this.lines.clear()
    this.linesQuery = null
    this.fetchedOffers.clear()
    this.fetchers.clear()
    this.refreshedCatalog = null
  }

  private get catalog(): SaleCatalog {
    return this.refreshedCatalog ?? this.channel
  }

  private async fetch(key: string, ask: () => Promise<Package | Subscription>): Promise<void> {
    this.fetchers.set(key, ask)
    const offer = await ask().catch(nullIfNotFound)
    runInAction(() => this.fetchedOffers.set(key, offer))
  }
}

function nullIfNotFound(error: unknown): null {
  if (isNotFound(error)) return null
  throw error
}

export const offersStore = (api: Api, { shell }: BillingStore) =>
  new OffersStore(new BillingApi(api), shell.channel)
