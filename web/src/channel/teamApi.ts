import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse, ListResponse, Query } from '@/shared/http/session'

/** The role of an operator. The server decides what it allows. */
export type Role = 'owner' | 'producer' | 'scorekeeper' | 'support' | 'analyst'

const MAX_IDS = 100

/** A member of the team. */
export interface Member {
  account_id: number
  email: string
  name: string
  role: Role
  two_factor: boolean
  /** The events assigned to a scorekeeper. */
  event_ids: readonly number[]
}

/** An invitation that nobody has accepted yet. */
export interface Invitation {
  id: number
  email: string
  role: Role
  expires_at: string
}

/** An event that a scorekeeper can be assigned to. */
export interface AssignableEvent {
  id: number
  name: string
  category: string
  starts_at: string
  is_time_known: boolean
}

export interface Team {
  members: readonly Member[]
  invitations: readonly Invitation[]
}

const TEAM = '/studio/team'

/** The requests of the team (api.md, "Studio"). All but `accept` require the permission `manage_team`. */
export class TeamApi {
  constructor(private readonly api: Api) {}

  async team(signal?: AbortSignal): Promise<Team> {
    return (await this.api.get<ItemResponse<Team>>(TEAM, {}, withoutGlobalError(signal))).data
  }

  async setRole(id: number, role: Role): Promise<Member> {
    return (await this.api.patch<ItemResponse<Member>>(`${TEAM}/${id}`, { role }, withoutGlobalError())).data
  }

  /** Replace the events assigned to a scorekeeper. */
  async setEvents(id: number, eventIds: readonly number[]): Promise<Member> {
    const body = { event_ids: eventIds }
    return (await this.api.patch<ItemResponse<Member>>(`${TEAM}/${id}`, body, withoutGlobalError())).data
  }

  async events(query: Query, signal?: AbortSignal): Promise<readonly AssignableEvent[]> {
    const path = '/studio/events'
    return (await this.api.get<ListResponse<AssignableEvent>>(path, query, withoutGlobalError(signal))).data
  }

  /** Return the events with these ids by start. The server returns at most 100 for each request. */
  async assignedEvents(ids: readonly number[], signal?: AbortSignal): Promise<readonly AssignableEvent[]> {
    const pages = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, page) =>
      ids.slice(page * MAX_IDS, (page + 1) * MAX_IDS),
    )
    const found = await Promise.all(pages.map(page => this.events({ ids: page, limit: MAX_IDS }, signal)))
    return found.flat().sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
  }

  async remove(id: number): Promise<void> {
    await this.api.delete(`${TEAM}/${id}`, {}, withoutGlobalError())
  }

  async invite(email: string, role: Role): Promise<Invitation> {
    const body = { email, role }
    return (await this.api.post<ItemResponse<Invitation>>(`${TEAM}/invitations`, body, withoutGlobalError()))
      .data
  }

  async resend(id: number): Promise<Invitation> {
    const path = `${TEAM}/invitations/${id}/resend`
    return (await this.api.post<ItemResponse<Invitation>>(path, {}, withoutGlobalError())).data
  }

  async revoke(id: number): Promise<void> {
    await this.api.delete(`${TEAM}/invitations/${id}`, {}, withoutGlobalError())
  }

  /** Join the team with the token of an invitation. */
  async accept(token: string): Promise<Role> {
    type AcceptedResponse = ItemResponse<{ role: Role }>
    const path = '/studio/invitations/accept'
    return (await this.api.post<AcceptedResponse>(path, { token }, withoutGlobalError())).data.role
  }
}
