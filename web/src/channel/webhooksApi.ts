import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse, ListResponse } from '@/shared/http/session'

/** The types of messages that an endpoint can subscribe to. */
export const EVENT_TYPES = [
  'event.created',
  'event.changed',
  'event.live',
  'event.finished',
  'order.paid',
  'order.refunded',
  'clip.created',
  'form.sent',
] as const
export type WebhookType = (typeof EVENT_TYPES)[number]

export interface WebhookAttempt {
  at: string
  duration_ms: number
  response_status: number | null
  response: string
  error: string | null
}

export interface WebhookEndpoint {
  id: number
  url: string
  description: string
  event_types: readonly WebhookType[]
  paused_at: string | null
  pause_reason: 'failing' | 'gone' | null
  latest_attempt: WebhookAttempt | null
}

/** An endpoint with its new secret, which the server never sends again. */
export type NewWebhookEndpoint = WebhookEndpoint & { secret: string }

export interface WebhookDelivery {
  id: number
  message_id: string
  type: WebhookType | 'ping'
  created_at: string
  body: string
  state: 'pending' | 'delivered' | 'failed'
  next_attempt_at: string | null
  attempts: readonly WebhookAttempt[]
}

export interface EndpointDetails {
  url: string
  description: string
  event_types: readonly WebhookType[]
}

const ENDPOINTS = '/studio/webhook-endpoints'

/** The client of the channel's webhook endpoints, for operators. */
export class WebhooksApi {
  constructor(private readonly api: Api) {}

  async list(signal?: AbortSignal): Promise<WebhookEndpoint[]> {
    return (await this.api.get<ItemResponse<WebhookEndpoint[]>>(ENDPOINTS, {}, withoutGlobalError(signal)))
      .data
  }

  async create(details: EndpointDetails): Promise<NewWebhookEndpoint> {
    return (
      await this.api.post<ItemResponse<NewWebhookEndpoint>>(ENDPOINTS, { ...details }, withoutGlobalError())
    ).data
  }

  async update(id: number, details: EndpointDetails): Promise<WebhookEndpoint> {
    return (
      await this.api.patch<ItemResponse<WebhookEndpoint>>(
        `${ENDPOINTS}/${id}`,
        { ...details },
        withoutGlobalError(),
      )
    ).data
  }

  async remove(id: number): Promise<void> {
    await this.api.delete(`${ENDPOINTS}/${id}`, {}, withoutGlobalError())
  }

  async rollSecret(id: number): Promise<NewWebhookEndpoint> {
    return (
      await this.api.post<ItemResponse<NewWebhookEndpoint>>(
        `${ENDPOINTS}/${id}/roll-secret`,
        {},
        withoutGlobalError(),
      )
    ).data
  }

  async resume(id: number): Promise<WebhookEndpoint> {
    return (
      await this.api.post<ItemResponse<WebhookEndpoint>>(
        `${ENDPOINTS}/${id}/resume`,
        {},
        withoutGlobalError(),
      )
    ).data
  }

  /** Send a test message. Its result appears in the log. */
  async test(id: number): Promise<void> {
    await this.api.post(`${ENDPOINTS}/${id}/test`, {}, withoutGlobalError())
  }

  deliveries(id: number, offset: number, signal?: AbortSignal): Promise<ListResponse<WebhookDelivery>> {
    return this.api.get(`${ENDPOINTS}/${id}/deliveries`, { offset }, withoutGlobalError(signal))
  }

  async redeliver(id: number): Promise<void> {
    await this.api.post(`/studio/webhook-deliveries/${id}/redeliver`, {}, withoutGlobalError())
  }
}
