import type { HttpClient } from '@/shared/http/client'
import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, Hosts, ItemResponse, ListResponse } from '@/shared/http/session'
import type { Bundle, MenuTeam, PageText } from './model'

/** What stands beside the hosts in `project.json`. */
export interface Project extends Hosts {
  /** The check that somebody is no robot; off where it has no provider. */
  robot_check?: { provider: string | null; site_key: string | null }
  /** Whose accounts can be logged in with: `google`, `facebook`. */
  social?: readonly string[]
  /** Who takes the money, and with which script; the provider is null where nothing is sold. */
  payments?: { provider: string | null; publishable_key: string | null; script?: string | null }
  /** Whether visits to this machine's own names are counted. */
  analytics_on_localhost?: boolean
  debug?: boolean
}

/** The calls of the channel context. */
export class ChannelApi {
  constructor(
    private readonly api: Api,
    private readonly http: HttpClient,
  ) {}

  /** Where the server's parts are. Without the file everything is one origin. */
  async project(): Promise<Project> {
    try {
      return (await this.http.send<Project | null>({ method: 'GET', url: '/project.json' })) ?? {}
    } catch {
      return {}
    }
  }

  /** All that the page needs to know of the channel, in a language. */
  async bootstrap(lang: string): Promise<Bundle> {
    return (
      await this.api.get<ItemResponse<Bundle>>('/channel-bootstrap-data', { lang }, withoutGlobalError())
    ).data
  }

  async page(id: number, signal?: AbortSignal): Promise<PageText> {
    return (await this.api.get<ItemResponse<PageText>>(`/pages/${id}`, {}, withoutGlobalError(signal))).data
  }

  /** Every team, for the menu. */
  async teams(): Promise<MenuTeam[]> {
    const query = { no_limit: 1, sort_field: 'name' }
    return (await this.api.get<ListResponse<MenuTeam>>('/participants', query, withoutGlobalError())).data
  }
}
