import { action, makeObservable, observableRef, observableShallow, runInAction } from 'mobx'
import { isNotFound } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { Latest } from '@/shared/stores/Latest'
import { BillingApi } from '../api'
import type { BuyableEvent, OfferLine, OfferQuery, Package, Subscription, Team } from '../model'
import type { BillingStore } from '../store'

type OnSale = Pick<BillingStore['shell']['channel'], 'packages' | 'subscriptions'>

/** What is on sale: packages and subscriptions by id, an event that is sold, the teams of a team pass. */
export class OffersStore {
  readonly event = new Latest<BuyableEvent>()
  readonly teams = new Latest<Team[]>()
  /** What the server sells to this viewer now, of what was asked for last. */
  readonly lines = new Latest<readonly OfferLine[]>()
  /** Those that the start-up did not bring; null where there is none of that id. */
  private readonly more = new Map<string, Package | Subscription | null>()
  private readonly asked = new Map<string, () => Promise<Package | Subscription>>()
  /** The event that was asked for last. */
  private eventId: number | null = null
  /** What `lines` answer. */
  private linesAsked: string | null = null
  /** What the start-up brought is out of date. */
  private anew: OnSale | null = null

  constructor(
    private readonly api: BillingApi,
    private readonly channel: OnSale,
  ) {
    makeObservable<OffersStore, 'more' | 'anew'>(this, {
      more: observableShallow,
      anew: observableRef,
      reset: action,
    })
  }

  /** The heaviest first. What is sold for single events stands with these (`single_event_package_id`). */
  get packages(): readonly Package[] {
    return this.onSale.packages.filter(({ type }) => type !== 'event')
  }

  get subscriptions(): readonly Subscription[] {
    return this.onSale.subscriptions
  }

  package(id: number): Package | null {
    return (
      this.onSale.packages.find(one => one.id === id) ?? (this.more.get(`package:${id}`) as Package) ?? null
    )
  }

  subscription(id: number): Subscription | null {
    const known = this.onSale.subscriptions.find(one => one.id === id)
    return known ?? (this.more.get(`subscription:${id}`) as Subscription) ?? null
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
      this.anew = { packages, subscriptions }
    })
  }

  async loadEvent(id: number): Promise<void> {
    if (this.event.value?.id !== id) this.event.clear()
    this.eventId = id
    await this.event.ask(signal => this.api.event(id, signal))
  }

  /** Asks what can be bought to open something, or everything on sale. */
  async loadLines(query: OfferQuery): Promise<void> {
    const asked = JSON.stringify(query)
    if (asked !== this.linesAsked) this.lines.clear()
    this.linesAsked = asked
    await this.lines.ask(signal => this.api.offers(query, signal))
  }

  /** What can be bought; null while that is not known. */
  linesOf(query: OfferQuery): readonly OfferLine[] | null {
    const { value } = this.lines
    return JSON.stringify(query) === this.linesAsked ? value : null
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
    await this.teams.ask(async signal => {
      const asked = categories.length > 0 ? categories : [null]
      return (await Promise.all(asked.map(category => this.api.teams(category, signal)))).flat()
    })
  }

  /** What is being bought stays on the page meanwhile, and with it the card that somebody typed. */
  languageChanged(): void {
    void this.event.again()
    void this.teams.again()
    for (const [key, ask] of this.asked) void this.fetch(key, ask).catch(() => undefined)
    if (this.anew) void this.refresh().catch(() => undefined)
  }

  reset(): void {
    this.event.clear()
    this.eventId = null
    this.teams.clear()
    this.lines.clear()
    this.linesAsked = null
    this.more.clear()
    this.asked.clear()
    this.anew = null
  }

  private get onSale(): OnSale {
    return this.anew ?? this.channel
  }

  private async fetch(key: string, ask: () => Promise<Package | Subscription>): Promise<void> {
    this.asked.set(key, ask)
    const offer = await ask().catch(noneOfThatId)
    runInAction(() => this.more.set(key, offer))
  }
}

function noneOfThatId(error: unknown): null {
  if (isNotFound(error)) return null
  throw error
}

export const offersStore = (api: Api, { shell }: BillingStore) =>
  new OffersStore(new BillingApi(api), shell.channel)
