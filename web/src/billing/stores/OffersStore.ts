import { action, makeObservable, observableRef, observableShallow, runInAction } from 'mobx'
import { isNotFound } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { BillingApi } from '../api'
import type { BillingStore } from '../BillingStore'
import type { BuyableEvent, OfferLine, OfferQuery, Package, SaleCatalog, Subscription, Team } from '../model'

/** The offers on sale: packages and subscriptions by ID, one event on sale, and the teams of a team pass. */
export class OffersStore {
  readonly event = new AsyncValue<BuyableEvent>()
  readonly teams = new AsyncValue<Team[]>()
  /** The lines of the last query: what the server sells to this viewer now. */
  readonly lines = new AsyncValue<readonly OfferLine[]>()
  /** Offers that the start-up response lacks, by type and ID. Null if the server has no such offer. */
  private readonly fetchedOffers = new Map<string, Package | Subscription | null>()
  private readonly fetchers = new Map<string, () => Promise<Package | Subscription>>()
  /** The ID of the last requested event. */
  private eventId: number | null = null
  /** The query of `lines`, as JSON. */
  private linesQuery: string | null = null
  /** The reloaded catalog. It replaces the one of the start-up response. */
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

  /** The packages, highest weight first. Events refer to their own packages (`single_event_package_id`). */
  get packages(): readonly Package[] {
    return this.catalog.packages.filter(({ type }) => type !== 'event' && type !== 'donation')
  }

  get subscriptions(): readonly Subscription[] {
    return this.catalog.subscriptions
  }

  package(id: number): Package | null {
    return (
      this.catalog.packages.find(item => item.id === id) ??
      (this.fetchedOffers.get(`package:${id}`) as Package) ??
      null
    )
  }

  subscription(id: number): Subscription | null {
    const subscription = this.catalog.subscriptions.find(item => item.id === id)
    return subscription ?? (this.fetchedOffers.get(`subscription:${id}`) as Subscription) ?? null
  }

  /**
   * Load a package, unless it is loaded.
   *
   * @throws HttpError if the request fails. A missing package is no error.
   */
  async loadPackage(id: number): Promise<void> {
    if (!this.package(id)) await this.fetch(`package:${id}`, () => this.api.package(id))
  }

  /** Load a subscription, unless it is loaded. */
  async loadSubscription(id: number): Promise<void> {
    if (!this.subscription(id)) await this.fetch(`subscription:${id}`, () => this.api.subscription(id))
  }

  /**
   * Reload everything on sale. The old offers stay visible until the response arrives.
   *
   * @throws HttpError if the request fails.
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

  /** Load the lines that open an event or a library item, or everything on sale. */
  async loadLines(query: OfferQuery): Promise<void> {
    const cacheKey = JSON.stringify(query)
    if (cacheKey !== this.linesQuery) this.lines.clear()
    this.linesQuery = cacheKey
    await this.lines.load(signal => this.api.offers(query, signal))
  }

  /** Return the lines of a query, or null until they load. */
  linesFor(query: OfferQuery): readonly OfferLine[] | null {
    const { value } = this.lines
    return JSON.stringify(query) === this.linesQuery ? value : null
  }

  /**
   * Return the load error of the event with this ID. Check the ID, because the first render of a page can still
   * find the error of the previous event.
   */
  eventErrorOf(id: number): unknown {
    const { error } = this.event
    return id === this.eventId ? error : null
  }

  /** Return whether the channel has no event with this ID. */
  isEventMissing(id: number): boolean {
    return isNotFound(this.eventErrorOf(id))
  }

  /** Load the teams of a team pass: those of its categories, or all teams if it has no categories. */
  async loadTeams({ event_categories: categories }: Pick<Package, 'event_categories'>): Promise<void> {
    this.teams.clear()
    await this.teams.load(async signal => {
      const categoryIds = categories.length > 0 ? categories : [null]
      return (await Promise.all(categoryIds.map(category => this.api.teams(category, signal)))).flat()
    })
  }

  /**
   * Reload the offers in the new language. The old ones stay visible, because the checkout form must keep the
   * card that the viewer typed.
   */
  languageChanged(): void {
    void this.event.reload()
    void this.teams.reload()
    for (const [key, request] of this.fetchers) void this.fetch(key, request).catch(() => undefined)
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

  private async fetch(key: string, request: () => Promise<Package | Subscription>): Promise<void> {
    this.fetchers.set(key, request)
    const offer = await request().catch(nullIfNotFound)
    runInAction(() => this.fetchedOffers.set(key, offer))
  }
}

function nullIfNotFound(error: unknown): null {
  if (isNotFound(error)) return null
  throw error
}

export const offersStore = (api: Api, { shell }: BillingStore) =>
  new OffersStore(new BillingApi(api), shell.channel)
