import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'

/** The role of an operator. The server decides what it allows. */
export type Role = 'owner' | 'producer' | 'scorekeeper' | 'support' | 'analyst'

/** A member of the team. */
export interface Member {
  account_id: number
  email: string
  name: string
  role: Role
  two_factor: boolean
}

/** An invitation that nobody has accepted yet. */
export interface Invitation {
  id: number
  email: string
  role: Role
  expires_at: string
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
