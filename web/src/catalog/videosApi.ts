import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'

/** Whether viewers see the recording. Empty if they do. */
export type RecordingState = '' | 'hidden' | 'withdrawn' | 'deleted'
export type RecordingAction = 'hide' | 'show' | 'withdraw' | 'restore' | 'delete'

/** A video of an event, ready or not. */
export interface Video {
  id: number
  name: string
  state: 'queued' | 'processing' | 'ready' | 'failed'
  progress: number
  failure_message: string
  warning: string
  duration: number | null
  width: number | null
  height: number | null
  has_audio: boolean | null
  has_captions: boolean | null
  /** The stored file, if the video failed and can be made once more. */
  upload_id: number | null
}

/** A file that is not a video yet. */
export interface StoredUpload {
  id: number
  file_name: string
  size: number
  offset: number
  state: 'receiving' | 'received' | 'added' | 'failed'
  failure_message: string
  expires_at: string
}

export interface EventVideos {
  recording_state: RecordingState
  restorable_until: string | null
  clip_count: number
  videos: readonly Video[]
  uploads: readonly StoredUpload[]
  max_upload_bytes: number
}

/** What a change of a recording affects. */
export interface RecordingChange {
  is_done: boolean
  video_count: number
  clip_count: number
  download_count: number
  pass_count: number
  order_count: number
}

const UPLOADS = '/studio/uploads'

/** The requests about the videos of an event (api.md, "Studio"). They require the permission `edit_media`. */
export class VideosApi {
  constructor(private readonly api: Api) {}

  async list(event: string, signal?: AbortSignal): Promise<EventVideos> {
    const path = `/studio/events/${encodeURIComponent(event)}/videos`
    return (await this.api.get<ItemResponse<EventVideos>>(path, {}, withoutGlobalError(signal))).data
  }

  /** Change who sees the recording. Without `confirm`, the server only returns the effects of a serious change. */
  async change(event: string, action: RecordingAction, confirm: boolean): Promise<RecordingChange> {
    const path = `/studio/events/${encodeURIComponent(event)}/recording`
    const body = { action, confirm }
    return (await this.api.post<ItemResponse<RecordingChange>>(path, body, withoutGlobalError())).data
  }

  /** Make the video of a stored file once more. */
  async retry(uploadId: number): Promise<void> {
    await this.api.post(`${UPLOADS}/${uploadId}/retry`, {}, withoutGlobalError())
  }

  /** Return the URL of uploads, or of one upload, and the key that authorizes requests to it. */
  async uploadTarget(uploadId?: number): Promise<{ url: string; apiKey: string }> {
    const path = `/api${UPLOADS}${uploadId === undefined ? '' : `/${uploadId}`}`
    const [url, query] = (await this.api.authorizedUrl(path)).split('?') as [string, string]
    return { url, apiKey: new URLSearchParams(query).get('api_key') ?? '' }
  }
}
