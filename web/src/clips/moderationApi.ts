import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse, ListResponse } from '@/shared/http/session'
import type { Page } from '@/shared/stores/PaginatedList'
import type { ReportReason } from './model'

/** A group of clips in the list. */
export type ModerationFilter = 'all' | 'featured' | 'reported' | 'hidden' | 'failed'

/** A report that no operator has resolved. */
export interface OpenReport {
  reason: ReportReason
  text: string
  created_at: string
}

/** A clip, as operators see it. */
export interface ModeratedClip {
  id: number
  name: string
  /** The name is empty if the account has none. Null if the channel made the clip. */
  creator: { name: string; blocked: boolean } | null
  origin: 'viewer' | 'highlight' | 'reel'
  /** The name is empty if the event was deleted. */
  event: { id: number; name: string }
  duration: number
  state: 'queued' | 'processing' | 'ready' | 'failed'
  failure_message: string | null
  hidden: boolean
  hidden_by_reports: boolean
  name_approved: boolean
  /** Whether the home page features it. */
  featured: boolean
  created_at: string
  poster: string | null
  /** The URL of the clip's file. Null before it is ready. */
  preview: string | null
  reports: OpenReport[]
}

/** An action that returns the changed clip. */
export type ClipAction =
  | 'hide'
  | 'unhide'
  | 'approve'
  | 'feature'
  | 'unfeature'
  | 'dismiss-reports'
  | 'retry'
  | 'block-creator'
  | 'unblock-creator'

const CLIPS = '/studio/clips'

/** The requests of the room Clips. They require the permission `moderate_clips`. */
export class ModerationApi {
  constructor(private readonly api: Api) {}

  async list(
    filter: ModerationFilter,
    q: string,
    offset: number,
    signal?: AbortSignal,
  ): Promise<Page<ModeratedClip>> {
    const query = { filter, q: q || null, offset }
    const page = await this.api.get<ListResponse<ModeratedClip>>(CLIPS, query, withoutGlobalError(signal))
    return { items: page.data, total: page.meta.total }
  }

  async act(id: number, action: ClipAction, reason = ''): Promise<ModeratedClip> {
    const body = reason ? { reason } : {}
    const path = `${CLIPS}/${id}/${action}`
    return (await this.api.post<ItemResponse<ModeratedClip>>(path, body, withoutGlobalError())).data
  }

  async remove(id: number, reason: string): Promise<void> {
    await this.api.delete(`${CLIPS}/${id}`, { reason: reason || null }, withoutGlobalError())
  }
}
