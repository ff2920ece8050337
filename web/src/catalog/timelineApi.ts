import { HttpClient, type Query } from '@/shared/http/client'
import type { ItemResponse } from '@/shared/http/session'
import type { Score } from './model'
import type { Timeline } from './timeline'

export interface TimelineQuery {
  language: string
  /** The token of a private event. */
  token?: string | null
  /** The known revision. The response has only what changed since. */
  after?: number
  /** The response has nothing that happened later. */
  untilMs?: number
}

export interface LiveScore {
  event_id: number
  score: Score
}

/** The API client of timelines. They are the same for every viewer, so their requests have no API key. */
export class TimelineApi {
  constructor(
    private readonly http: HttpClient = new HttpClient(),
    private readonly origin = '',
  ) {}

  async timeline(
    eventId: number,
    { language, token, after, untilMs }: TimelineQuery,
    signal?: AbortSignal,
  ): Promise<Timeline> {
    const query: Query = { lang: language, token, after, until_ms: untilMs }
    const url = `${this.origin}/timeline/${eventId}.json`
    return (await this.http.send<ItemResponse<Timeline>>({ method: 'GET', url, query, signal })).data
  }

  /** Return the current scores of the events that are on. */
  async liveScores(language: string): Promise<LiveScore[]> {
    const url = `${this.origin}/scores.json`
    const response = await this.http.send<ItemResponse<LiveScore[]>>({
      method: 'GET',
      url,
      query: { lang: language },
    })
    return response.data
  }
}
