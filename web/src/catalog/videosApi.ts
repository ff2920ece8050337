import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { SignedUrl } from '@/shared/player'

/** The event or library item that videos belong to, by key or id. */
export interface VideoOwner {
  kind: 'event' | 'library_item'
  key: string
}

/** Whether viewers see the recording. Empty if they do. */
export type RecordingState = '' | 'hidden' | 'withdrawn' | 'deleted'
export type RecordingAction = 'hide' | 'show' | 'withdraw' | 'restore' | 'delete'

/** Captions of a video. A language of `und` is unknown. */
export interface CaptionTrack {
  language: string
  name: string
}

/** The range of a video that viewers see, in seconds of its full length. `pending` until the server has made it. */
export interface VideoTrim {
  state: 'full_length' | 'pending' | 'trimmed'
  start: number
  end: number
  full_duration: number
  failure_message: string
}

/** A video of an event or library item, ready or not. */
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
  captions: readonly CaptionTrack[]
  /** The stored file, if the video failed and can be made once more. */
  upload_id: number | null
  /** Null until the video is ready. */
  trim: VideoTrim | null
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

export interface OwnerVideos {
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

/** The requests about the videos of an event or library item (api.md, "Studio"). They require the permission `edit_media`. */
export class VideosApi {
  constructor(private readonly api: Api) {}

  async list(owner: VideoOwner, signal?: AbortSignal): Promise<OwnerVideos> {
    const path = `${ownerPath(owner)}/videos`
    return (await this.api.get<ItemResponse<OwnerVideos>>(path, {}, withoutGlobalError(signal))).data
  }

  /** Change who sees the recording. Without `confirm`, the server only returns the effects of a serious change. */
  async change(owner: VideoOwner, action: RecordingAction, confirm: boolean): Promise<RecordingChange> {
    const path = `${ownerPath(owner)}/recording`
    const body = { action, confirm }
    return (await this.api.post<ItemResponse<RecordingChange>>(path, body, withoutGlobalError())).data
  }

  /** Make the video of a stored file once more. */
  async retry(uploadId: number): Promise<void> {
    await this.api.post(`${UPLOADS}/${uploadId}/retry`, {}, withoutGlobalError())
  }

  /** Add captions in a language, or replace them. The file is WebVTT or SubRip. */
  async saveCaptions(videoId: number, language: string, file: File): Promise<void> {
    const body = new FormData()
    body.set('captions', file)
    await this.api.post(captionsPath(videoId, language), body, withoutGlobalError())
  }

  async removeCaptions(videoId: number, language: string): Promise<void> {
    await this.api.delete(captionsPath(videoId, language), {}, withoutGlobalError())
  }

  /** Show viewers only a range, in seconds of the full length. Null means to the end. */
  async trim(videoId: number, start: number, end: number | null): Promise<void> {
    await this.api.post(trimPath(videoId), { start, end }, withoutGlobalError())
  }

  async restoreFullLength(videoId: number): Promise<void> {
    await this.api.delete(trimPath(videoId), {}, withoutGlobalError())
  }

  /** Return the URL that plays a video at full length, for this operator. */
  async playback(videoId: number): Promise<SignedUrl> {
    const path = `/studio/videos/${videoId}/playback`
    const { data } = await this.api.get<ItemResponse<{ url: string; expires_at: string }>>(
      path,
      {},
      withoutGlobalError(),
    )
    return { url: data.url, expiresAt: new Date(data.expires_at) }
  }

  /** Return the URL of uploads, or of one upload, and the key that authorizes requests to it. */
  async uploadTarget(uploadId?: number): Promise<{ url: string; apiKey: string }> {
    const path = `/api${UPLOADS}${uploadId === undefined ? '' : `/${uploadId}`}`
    const [url, query] = (await this.api.authorizedUrl(path)).split('?') as [string, string]
    return { url, apiKey: new URLSearchParams(query).get('api_key') ?? '' }
  }
}

const ownerPath = ({ kind, key }: VideoOwner) =>
  `/studio/${kind === 'event' ? 'events' : 'library-items'}/${encodeURIComponent(key)}`

const trimPath = (videoId: number) => `/studio/videos/${videoId}/trim`

const captionsPath = (videoId: number, language: string) =>
  `/studio/videos/${videoId}/captions/${encodeURIComponent(language)}`
