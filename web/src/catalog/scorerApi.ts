import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { ScoredSport } from './scoring/sport'
import type { StoredEntry, TimelineEntry } from './scoring/timeline'

/** The most entries that the server takes in one request. */
export const MAX_BATCH = 100

/** A team of the game, the away team first. */
export interface ScoredTeam {
  name: string
  short_name: string
  color: string | null
  color_2: string | null
}

export interface ScoredEvent {
  id: number
  name: string
  starts_at: string
  teams: readonly ScoredTeam[]
}

/** The entries of a timeline with a revision above the one that the page knows. */
export interface TimelineUpdate {
  /** The server's clock. */
  now_ms: number
  /** The system that keeps the score now; null if scorers do. */
  source: string | null
  entries: readonly StoredEntry[]
}

/** A whole timeline, with its event and its sport. */
export interface ScorerTimeline extends TimelineUpdate {
  event: ScoredEvent
  sport: ScoredSport
}

/** The scorer link of an event, and the names of the scorers who entered with it. */
export interface ScorerLink {
  expires_at: string
  scorers: readonly string[]
}

/** A new scorer link. The server shows its URL and PIN once. The QR code is an SVG. */
export interface NewScorerLink {
  url: string
  pin: string
  qr: string
  expires_at: string
}

/** The timeline of one event, by whichever right the page has to it. */
export interface TimelineClient {
  load(signal: AbortSignal): Promise<ScorerTimeline>
  /** Send entries, or none to ask for those of the others. */
  send(entries: readonly TimelineEntry[], after: number, signal: AbortSignal): Promise<TimelineUpdate>
}

/** Enter with a scorer link. Returns the token of the session. */
export async function logInScorer(api: Api, token: string, pin: string, name: string): Promise<string> {
  const body = { token, pin, name }
  const response = await api.post<ItemResponse<{ session_token: string }>>(
    '/scorer/sessions',
    body,
    withoutGlobalError(),
  )
  return response.data.session_token
}

/** Return the client of a scorer without an account, who entered with a link. */
export const linkTimeline = (api: Api, sessionToken: string) =>
  timelineAt(api, '/scorer/timeline', { 'Touchline-Scorer': sessionToken })

const eventPath = (eventId: number) => `/studio/events/${eventId}`

/** Return the client of an operator. */
export const studioTimeline = (api: Api, eventId: number) => timelineAt(api, `${eventPath(eventId)}/timeline`)

function timelineAt(api: Api, path: string, headers?: Record<string, string>): TimelineClient {
  const options = (signal: AbortSignal) => ({ ...withoutGlobalError(signal), headers })
  return {
    load: async signal => (await api.get<ItemResponse<ScorerTimeline>>(path, {}, options(signal))).data,
    send: async (entries, after, signal) =>
      (await api.post<ItemResponse<TimelineUpdate>>(path, { entries, after }, options(signal))).data,
  }
}

/** The client of the scorer link of an event, in the studio. */
export class ScorerLinkApi {
  private readonly path: string

  constructor(
    private readonly api: Api,
    eventId: number,
  ) {
    this.path = `${eventPath(eventId)}/scorer-link`
  }

  /** Return the link; null if the event has none that works. */
  async link(signal?: AbortSignal): Promise<ScorerLink | null> {
    const options = withoutGlobalError(signal)
    return (await this.api.get<ItemResponse<ScorerLink | null>>(this.path, {}, options)).data
  }

  /** Create a link, in place of an earlier one. */
  async create(): Promise<NewScorerLink> {
    return (await this.api.post<ItemResponse<NewScorerLink>>(this.path, {}, withoutGlobalError())).data
  }

  async revoke(): Promise<void> {
    await this.api.delete(this.path, {}, withoutGlobalError())
  }
}
