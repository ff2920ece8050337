import { makeObservable, observableRef, observableShallow, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { BillingApi } from '../api'
import type { BuyableEvent, Order, Team } from '../model'

/** Maximum number of events to load, one request each, newest orders first. Other orders show no event image. */
const MAX_EVENTS = 12

/** The events and teams of orders, shown with each order. Content that fails to load is left out. */
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

  /** Load the events and teams of these orders. Each event loads once. */
  async load(orders: readonly Order[]): Promise<void> {
    const eventIds = orders.flatMap(({ product }) => product.event_id ?? []).slice(0, MAX_EVENTS)
    const missingIds = [...new Set(eventIds)].filter(id => !this.events.has(id))
    const needsTeams = orders.some(({ product }) => product.participant_id !== null)
    await Promise.all([
      ...missingIds.map(id => this.loadEvent(id)),
      needsTeams && !this.teams ? this.loadTeams() : null,
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
    const previous = this.event(id)
    runInAction(() => this.events.set(id, previous))
    const event = await this.api.event(id).catch(() => previous)
    runInAction(() => this.events.set(id, event))
  }

  private async loadTeams(): Promise<void> {
    const teams = await this.api.teams(null).catch(() => this.teams)
    runInAction(() => {
      this.teams = teams
    })
  }
}

export const orderedContentStore = (api: Api) => new OrderedContentStore(new BillingApi(api))
