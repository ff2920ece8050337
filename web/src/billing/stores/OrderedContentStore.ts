import { makeObservable, observableRef, observableShallow, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { BillingApi } from '../api'
import type { BuyableEvent, Order, Team } from '../model'

/** So many games are asked for one by one, the newest orders first; the others have no picture. */
const MAX_EVENTS = 12

/** What was ordered, to show beside the order: games and teams. What does not come is left out. */
export class OrderedContentStore {
  private readonly events = new Map<number, BuyableEvent | null>()
  private teams: readonly Team[] | null = null

  constructor(private readonly api: BillingApi) {
    makeObservable<OrderedContentStore, 'events' | 'teams'>(this, {
      events: observableShallow,
      teams: observableRef,
    })
  }

  event(id: number | null): BuyableEvent | null {
    return id === null ? null : (this.events.get(id) ?? null)
  }

  team(id: number | null): Team | null {
    return id === null ? null : (this.teams?.find(team => team.id === id) ?? null)
  }

  /** Asks for what these orders are about, each game once. */
  async load(orders: readonly Order[]): Promise<void> {
    const eventIds = orders.flatMap(({ product }) => product.event_id ?? []).slice(0, MAX_EVENTS)
    const wanted = [...new Set(eventIds)].filter(id => !this.events.has(id))
    const withTeam = orders.some(({ product }) => product.participant_id !== null)
    await Promise.all([
      ...wanted.map(id => this.loadEvent(id)),
      withTeam && !this.teams ? this.loadTeams() : null,
    ])
  }

  languageChanged(): void {
    for (const id of this.events.keys()) void this.loadEvent(id)
    if (this.teams) void this.loadTeams()
  }

  reset(): void {
    runInAction(() => {
      this.events.clear()
      this.teams = null
    })
  }

  private async loadEvent(id: number): Promise<void> {
    const before = this.event(id)
    runInAction(() => this.events.set(id, before))
    const game = await this.api.event(id).catch(() => before)
    runInAction(() => this.events.set(id, game))
  }

  private async loadTeams(): Promise<void> {
    const teams = await this.api.teams(null).catch(() => this.teams)
    runInAction(() => {
      this.teams = teams
    })
  }
}

export const orderedContentStore = (api: Api) => new OrderedContentStore(new BillingApi(api))
