import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse, ListResponse } from '@/shared/http/session'
import type { Page } from '@/shared/stores/PaginatedList'
import type { Role } from './teamApi'

/** A viewer in the list. */
export interface ListedViewer {
  id: number
  email: string
  name: string
  created_at: string
  /** When the email address was verified. Null if it was not. */
  verified_at: string | null
  suspended_at: string | null
  two_factor: boolean
  /** Null unless the viewer belongs to the team. */
  role: Role | null
}

/** A viewer with the details of the account. */
export interface ViewerDetails extends ListedViewer {
  phone: string | null
  language: string
  has_password: boolean
  last_login_at: string | null
  last_seen_at: string | null
  /** Number of active sessions. */
  session_count: number
  social_logins: readonly string[]
}

/** The changes that need no input besides a reason. */
export type ViewerAction = 'log-out' | 'suspend' | 'unsuspend' | 'remove-second-factor' | 'send-reset-link'

const VIEWERS = '/studio/viewers'

/** The client of the channel's viewers, for operators. */
export class ViewersApi {
  constructor(private readonly api: Api) {}

  async list(search: string | null, offset: number, signal?: AbortSignal): Promise<Page<ListedViewer>> {
    const { data, meta } = await this.api.get<ListResponse<ListedViewer>>(
      VIEWERS,
      { search, offset },
      withoutGlobalError(signal),
    )
    return { items: data, total: meta.total }
  }

  async viewer(id: number, signal?: AbortSignal): Promise<ViewerDetails> {
    const path = `${VIEWERS}/${id}`
    return (await this.api.get<ItemResponse<ViewerDetails>>(path, {}, withoutGlobalError(signal))).data
  }

  async run(id: number, action: ViewerAction, reason: string): Promise<ViewerDetails> {
    const path = `${VIEWERS}/${id}/${action}`
    const body = reason ? { reason } : {}
    return (await this.api.post<ItemResponse<ViewerDetails>>(path, body, withoutGlobalError())).data
  }

  /** Return all data of the viewer as a ZIP of JSON files. */
  export(id: number): Promise<Blob> {
    return this.api.get<Blob>(`${VIEWERS}/${id}/export`, {}, withoutGlobalError())
  }

  /** Erase the viewer. `confirmation` is the viewer's email address. */
  async erase(id: number, confirmation: string, reason: string): Promise<void> {
    await this.api.post(`${VIEWERS}/${id}/erase`, { confirmation, reason }, withoutGlobalError())
  }
}
