import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse, ListResponse } from '@/shared/http/session'
import type { Page } from '@/shared/stores/PaginatedList'

/** An email address on the list of a team. */
export interface TeamMember {
  id: number
  email: string
  added_at: string
  /** Whether an account has verified this address. */
  has_account: boolean
}

/** A part of a line that is not an email address. Lines count from 1. */
export interface AddressProblem {
  line: number
  text: string
}

/** The result of an addition. Bad parts change nothing. */
export interface AddedMembers {
  added: number
  already_members: number
  problems: readonly AddressProblem[]
}

/** The client of the members of teams, for operators. A team is named by its key. */
export class MembersApi {
  constructor(private readonly api: Api) {}

  async list(
    team: string,
    search: string | null,
    offset: number,
    signal?: AbortSignal,
  ): Promise<Page<TeamMember>> {
    const { data, meta } = await this.api.get<ListResponse<TeamMember>>(
      membersPath(team),
      { search, offset },
      withoutGlobalError(signal),
    )
    return { items: data, total: meta.total }
  }

  /** Add addresses, one a line or separated by commas. */
  async add(team: string, addresses: string): Promise<AddedMembers> {
    const path = membersPath(team)
    return (await this.api.post<ItemResponse<AddedMembers>>(path, { addresses }, withoutGlobalError())).data
  }

  async remove(team: string, id: number): Promise<void> {
    await this.api.delete(`${membersPath(team)}/${id}`, {}, withoutGlobalError())
  }
}

const membersPath = (team: string) => `/studio/participants/${encodeURIComponent(team)}/members`
