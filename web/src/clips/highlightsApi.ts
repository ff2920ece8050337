import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { EventHighlights, ProcessingState } from './model'
import { ModerationApi } from './moderationApi'

/** The clip of a highlight or reel, as operators see it. */
export interface StudioClip {
  id: number
  name: string
  duration: number
  state: ProcessingState
  progress: number
  failure_message: string | null
  /** Whether an operator has dropped it. */
  hidden: boolean
  /** Whether the home page features it. */
  featured: boolean
  poster: string | null
  /** The link that plays for everyone who has it. Null if the clip is hidden. */
  share_url: string | null
}

/** A highlight. Its clip is null until the video shows the moment. */
export interface StudioHighlight {
  id: number
  name: string
  at_ms: number
  clip: StudioClip | null
}

/** The highlights of an event in order, dropped ones too. The reel is null before the final. */
export interface StudioHighlights {
  highlights: readonly StudioHighlight[]
  /** `waiting`: the reel does not show the latest changes yet. */
  reel: { waiting: boolean; clip: StudioClip | null } | null
}

/** An action of `/studio/clips` on the clip of a highlight. */
export type HighlightAction = 'hide' | 'unhide' | 'feature' | 'unfeature' | 'retry'

/** The requests of highlights. Those of the studio require the permission `moderate_clips`. */
export class HighlightsApi {
  constructor(private readonly api: Api) {}

  async list(eventId: number, signal?: AbortSignal): Promise<EventHighlights> {
    const path = `/clips/event/${eventId}/highlights`
    return (await this.api.get<ItemResponse<EventHighlights>>(path, {}, withoutGlobalError(signal))).data
  }

  async listForStudio(eventId: number, signal?: AbortSignal): Promise<StudioHighlights> {
    const path = `/studio/events/${eventId}/highlights`
    return (await this.api.get<ItemResponse<StudioHighlights>>(path, {}, withoutGlobalError(signal))).data
  }

  async arrange(eventId: number, ids: readonly number[]): Promise<StudioHighlights> {
    const path = `/studio/events/${eventId}/highlights/order`
    return (await this.api.put<ItemResponse<StudioHighlights>>(path, { ids }, withoutGlobalError())).data
  }

  async act(clipId: number, action: HighlightAction): Promise<void> {
    await new ModerationApi(this.api).act(clipId, action)
  }
}
