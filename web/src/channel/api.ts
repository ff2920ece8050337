import type { HttpClient } from '@/shared/http/client'
import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, Hosts, ItemResponse, ListResponse } from '@/shared/http/session'
import type { Bundle, MenuTeam, PageText } from './model'

/** The settings in `project.json`: hosts, robot check, social login, payments and analytics. */
export interface Project extends Hosts {
  /** The robot check of public forms. Off if its provider is null. */
  robot_check?: { provider: string | null; site_key: string | null }
  /** The social providers for login: `google`, `facebook`. */
  social?: readonly string[]
  /** The payment provider and its script. The provider is null if payments are off. */
  payments?: { provider: string | null; publishable_key: string | null; script?: string | null }
  /** Whether analytics records visits to `localhost`. */
  analytics_on_localhost?: boolean
  debug?: boolean
}

/** The API requests of the channel context. */
export class ChannelApi {
  constructor(
    private readonly api: Api,
    private readonly http: HttpClient,
  ) {}

  /** Load `project.json`. If it does not load, return no settings: all hosts are then the page's origin. */
  async project(): Promise<Project> {
    try {
      return (await this.http.send<Project | null>({ method: 'GET', url: '/project.json' })) ?? {}
    } catch {
      return {}
    }
  }

  /** Load the start-up data of the channel in a language. `fresh` reads it from the server. */
  async bootstrap(lang: string, fresh?: boolean): Promise<Bundle> {
    const options = { ...withoutGlobalError(), fresh }
    return (await this.api.get<ItemResponse<Bundle>>('/channel-bootstrap-data', { lang }, options)).data
  }

  async page(id: number, signal?: AbortSignal): Promise<PageText> {
    return (await this.api.get<ItemResponse<PageText>>(`/pages/${id}`, {}, withoutGlobalError(signal))).data
  }

  /** Load all teams for the menu, sorted by name. */
  async teams(): Promise<MenuTeam[]> {
    const query = { no_limit: 1, sort_field: 'name' }
    return (await this.api.get<ListResponse<MenuTeam>>('/participants', query, withoutGlobalError())).data
  }
}
