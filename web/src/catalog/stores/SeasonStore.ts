import type { Api } from '@/shared/http/session'
import { type GroupSeason, SeasonApi, type Standings, type TeamSeason } from '../seasonApi'
import { DetailStore } from './DetailStore'

/** The season of a team or school, or the standings of a category. */
export class SeasonStore<Value> extends DetailStore<Value> {
  constructor(private readonly fetch: (id: number, signal: AbortSignal) => Promise<Value>) {
    super()
  }

  /** Return the loaded value of this id. At the first render of a page, the store may still have another one. */
  find(id: number): Value | null {
    return id === this.id ? this.detail.value : null
  }

  protected fetchItem(id: number, signal: AbortSignal): Promise<Value> {
    return this.fetch(id, signal)
  }
}

export const teamSeasonStore = (api: Api) =>
  new SeasonStore<TeamSeason>((id, signal) => new SeasonApi(api).team(id, signal))

export const groupSeasonStore = (api: Api) =>
  new SeasonStore<GroupSeason>((id, signal) => new SeasonApi(api).group(id, signal))

export const standingsStore = (api: Api) =>
  new SeasonStore<Standings>((id, signal) => new SeasonApi(api).standings(id, signal))
