import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse, ListResponse, Query } from '@/shared/http/session'
import type { Confirmation } from '@/shared/studio/entries'
import type { Participant, PassType, Score } from './model'

/** The status of an event in the studio. */
export type EventStatus = 'upcoming' | 'live' | 'finished' | 'postponed' | 'canceled'

/** Whether lists show an event, and whether it opens for everybody. */
export const VISIBILITIES = ['public', 'unlisted', 'team_members'] as const
export type Visibility = (typeof VISIBILITIES)[number]

/** An event in the studio's schedule, with what it has and lacks. */
export interface StudioEvent {
  id: number
  key: string
  name: string
  category: string
  category_id: number | null
  location: string
  /** The names of the teams of a game. */
  teams: readonly [away: string, home: string] | null
  is_neutral_site: boolean
  score: Score | null
  /** Whether the score comes from the timeline. The entry of the pack cannot change it then. */
  has_timeline: boolean
  starts_at: string
  /** False if the event is postponed until further notice. */
  is_time_known: boolean
  time_zone: string
  status: EventStatus
  is_rescheduled: boolean
  visibility: Visibility
  pass_type: PassType
  price: string | null
  has_stream: boolean
  is_stream_used: boolean
  is_external: boolean
  has_picture: boolean
  has_recording: boolean
  missing: 'start' | 'stream' | 'recording' | null
}

/** What a change of the schedule did to orders. */
export interface ScheduleChange {
  changed: boolean
  refunded: number
  /** Refunds that wait for the payment provider. */
  pending: number
}

/** A language of an event's live captions, and what has arrived in it. */
export interface CaptionLanguageState {
  language: string
  name: string
  count: number
  received_at: string | null
  /** How long after its beginning the newest caption arrived. */
  delay_ms: number | null
}

/** The state of a stream. Empty if no stream key was ever issued. */
export type EncoderSlot = 'primary' | 'backup'

/** What the encoder of a slot does, and whether viewers see it. */
export interface StreamEncoder {
  slot: EncoderSlot
  state: 'waiting' | 'receiving' | 'stalled'
  fault: string
  is_on_air: boolean
}

export interface StreamHealth {
  state: '' | 'waiting' | 'live' | 'interrupted' | 'ending' | 'finished'
  server: string | null
  fault: string
  started_at: string | null
  finished_at: string | null
  is_supervised: boolean
  encoders: readonly StreamEncoder[]
  preferred_slot: EncoderSlot
  safety_delay_seconds: number
}

/** What an encoder needs. The QR code is an SVG. `srt_url` has the stream key in it. */
export interface StreamAccess {
  server: string
  stream_key: string
  srt_url: string | null
  qr: string
  backup_key: string
  backup_srt_url: string | null
  backup_qr: string
  health: StreamHealth
}

export type ScheduleAction = 'cancel' | 'postpone' | 'reinstate'

/** Return the address of the score page of an event. */
export const scorePath = (id: number) => `/studio/events/${id}/score`

const EVENTS = '/studio/events'
const eventPath = (key: string) => `${EVENTS}/${encodeURIComponent(key)}`

/** The client of the studio's schedule and streams. */
export class ScheduleApi {
  constructor(private readonly api: Api) {}

  events(query: Query, signal?: AbortSignal): Promise<ListResponse<StudioEvent>> {
    return this.api.get(EVENTS, query, withoutGlobalError(signal))
  }

  /** Return an event by its key, or null if there is none. */
  async event(key: string, signal?: AbortSignal): Promise<StudioEvent | null> {
    return (await this.events({ key, limit: 1 }, signal)).data[0] ?? null
  }

  /** Return all teams by name, as they are now: the browser keeps the list of the fans' pages for a minute. */
  async teams(signal?: AbortSignal): Promise<Participant[]> {
    const options = { ...withoutGlobalError(signal), fresh: true }
    const query = { no_limit: 1, sort_field: 'name' }
    return (await this.api.get<ListResponse<Participant>>('/participants', query, options)).data
  }

  /** Cancel, postpone or reinstate an event. `to` is the new start of a postponed event. */
  async change(
    key: string,
    action: ScheduleAction,
    confirmation: Confirmation | null,
    to: string | null = null,
  ): Promise<ScheduleChange> {
    const body = { ...(action === 'postpone' ? { to } : {}), ...confirmation }
    const path = `${eventPath(key)}/${action}`
    return (await this.api.post<ItemResponse<ScheduleChange>>(path, body, withoutGlobalError())).data
  }

  async stream(key: string, signal?: AbortSignal): Promise<StreamHealth> {
    const path = `${eventPath(key)}/stream`
    return (await this.api.get<ItemResponse<StreamHealth>>(path, {}, withoutGlobalError(signal))).data
  }

  /** Open the stream, and return its key. The audit log records it. */
  async openStream(key: string, newKey: boolean): Promise<StreamAccess> {
    const path = `${eventPath(key)}/stream`
    const body = { new_key: newKey }
    return (await this.api.post<ItemResponse<StreamAccess>>(path, body, withoutGlobalError())).data
  }

  async reopenStream(key: string): Promise<StreamAccess> {
    const path = `${eventPath(key)}/stream/reopen`
    return (await this.api.post<ItemResponse<StreamAccess>>(path, {}, withoutGlobalError())).data
  }

  async captionLanguages(key: string, signal?: AbortSignal): Promise<CaptionLanguageState[]> {
    const path = `${eventPath(key)}/stream/captions`
    return (await this.api.get<ListResponse<CaptionLanguageState>>(path, {}, withoutGlobalError(signal))).data
  }

  async chooseCaptionLanguages(key: string, languages: string[]): Promise<CaptionLanguageState[]> {
    const path = `${eventPath(key)}/stream/captions`
    return (await this.api.put<ListResponse<CaptionLanguageState>>(path, { languages }, withoutGlobalError()))
      .data
  }

  async sendCaption(key: string, language: string, text: string): Promise<void> {
    const path = `${eventPath(key)}/stream/captions`
    await this.api.post(path, { language, captions: [{ text }] }, withoutGlobalError())
  }

  /** End the stream. With `discardHeld`, nobody gets the video that the safety delay holds back. */
  async stopStream(key: string, discardHeld: boolean): Promise<StreamHealth> {
    const path = `${eventPath(key)}/stream/stop`
    const body = { discard_held: discardHeld }
    return (await this.api.post<ItemResponse<StreamHealth>>(path, body, withoutGlobalError())).data
  }

  /** Put an encoder on air. The ingest process switches within a second. */
  async putOnAir(key: string, slot: EncoderSlot): Promise<StreamHealth> {
    const path = `${eventPath(key)}/stream/on-air`
    return (await this.api.post<ItemResponse<StreamHealth>>(path, { slot }, withoutGlobalError())).data
  }

  /** Set how long video is held back. */
  async setSafetyDelay(key: string, seconds: number): Promise<StreamHealth> {
    const path = `${eventPath(key)}/stream/safety-delay`
    return (await this.api.post<ItemResponse<StreamHealth>>(path, { seconds }, withoutGlobalError())).data
  }
}
