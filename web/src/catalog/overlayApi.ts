import { HttpClient } from '@/shared/http/client'
import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { Overlay } from './overlay'

/** The API client of overlays and scoreboards. Their token is in the address, so the requests have no API key. */
export class OverlayApi {
  constructor(
    private readonly http: HttpClient = new HttpClient(),
    private readonly origin = '',
  ) {}

  async overlay(eventId: number, token: string, language: string, signal?: AbortSignal): Promise<Overlay> {
    const url = `${this.origin}/overlay/${eventId}.json`
    const query = { token, lang: language }
    return (await this.http.send<ItemResponse<Overlay>>({ method: 'GET', url, query, signal })).data
  }
}

/** The addresses of the overlay and of the scoreboard of an event. */
export interface OverlayLinks {
  overlay_url: string
  scoreboard_url: string
  /** When both addresses stop working. */
  expires_at: string
}

/** The client for the addresses, for operators. */
export class OverlayLinksApi {
  constructor(private readonly api: Api) {}

  async links(eventId: number, signal?: AbortSignal): Promise<OverlayLinks> {
    const path = `/studio/events/${eventId}/overlay`
    return (await this.api.get<ItemResponse<OverlayLinks>>(path, {}, withoutGlobalError(signal))).data
  }
}
