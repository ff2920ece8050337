import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { Category, Group } from '@/shared/shell'
import type { Participant } from './model'

export type Outcome = 'won' | 'lost' | 'tied'

/** A game from the view of a team. */
export interface SeasonGame {
  event_id: number
  /** `Away @ Home`. */
  name: string
  label: string
  event_utc_ts: number
  is_time_known: boolean
  time_zone: string
  is_home: boolean
  is_neutral_site: boolean
  opponent: Participant
  /** Null before the result. */
  outcome: Outcome | null
  /** The result with the team's own score first: `5–4 (OT)`. Null before the result. */
  text: string | null
}

export interface SeasonRecord {
  played: number
  won: number
  /** Without overtime losses, if the sport counts these apart. */
  lost: number
  tied: number
  overtime_losses: number | null
  /** Null in a sport without points in its standings. */
  points: number | null
  /** From 0 to 1. */
  win_share: number
  scored: number
  allowed: number
  /** `4–1`, or `4–1–2` with ties. */
  text: string
}

export interface Streak {
  outcome: Outcome
  count: number
  /** `W3`. */
  text: string
}

/** The first and last day of a season, as `2026-08-01`. */
interface Season {
  start_date: string
  end_date: string
}

/** A team with its record and streak. Both are null before its first result. */
interface TeamResults {
  team: Participant
  record: SeasonRecord | null
  streak: Streak | null
}

export interface TeamSeason extends Season, TeamResults {
  /** The last results, latest first. */
  results: SeasonGame[]
  next_games: SeasonGame[]
  opponents: { opponent: Participant; record: SeasonRecord | null }[]
}

export interface GroupTeamSeason extends TeamResults {
  next_game: SeasonGame | null
}

export interface GroupSeason extends Season {
  group: Pick<Group, 'id' | 'name'>
  teams: GroupTeamSeason[]
}

export interface Standing extends TeamResults {
  /** Null before the first result. Teams that are equal share a rank. */
  rank: number | null
}

export interface Standings extends Season {
  category: Pick<Category, 'id' | 'name'>
  has_points: boolean
  has_ties: boolean
  has_overtime_losses: boolean
  rows: Standing[]
}

/** The API client for seasons and standings. It loads with the screens that show them. */
export class SeasonApi {
  constructor(private readonly api: Api) {}

  /** Return the season of a team. */
  team(id: number, signal?: AbortSignal): Promise<TeamSeason> {
    return this.get(`/participants/${id}/season`, signal)
  }

  /** Return the seasons of a school's teams, and of the co-ops that they are part of. */
  group(id: number, signal?: AbortSignal): Promise<GroupSeason> {
    return this.get(`/participant-groups/${id}/season`, signal)
  }

  /** Return the standings of a category. */
  standings(categoryId: number, signal?: AbortSignal): Promise<Standings> {
    return this.get(`/events-categories/${categoryId}/standings`, signal)
  }

  private async get<Value>(path: string, signal?: AbortSignal): Promise<Value> {
    return (await this.api.get<ItemResponse<Value>>(path, {}, withoutGlobalError(signal))).data
  }
}
