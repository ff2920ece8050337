import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'

export const RESTREAM_SERVICES = ['youtube', 'facebook', 'twitch', 'other'] as const
export type RestreamService = (typeof RESTREAM_SERVICES)[number]

/** A server that live streams can be sent on to. The key is returned only on request. */
export interface RestreamTarget {
  id: number
  name: string
  service: RestreamService
  server_url: string
  is_always: boolean
}

/** The secrets of a target: the stream key, or for SRT the stream ID and the passphrase. */
export interface TargetSecrets {
  key: string
  passphrase: string
}

/** What the form of a target holds. The secrets of a target that exists stay unchanged if they are empty. */
export interface TargetDetails extends TargetSecrets {
  name: string
  service: RestreamService
  server_url: string
  is_always: boolean
}

/** Return whether the address of a server is one of SRT. */
export const isSrt = (serverUrl: string): boolean => /^srt:/i.test(serverUrl.trim())

export type RestreamState = 'off' | 'waiting' | 'connecting' | 'live' | 'retrying' | 'failed'
export type RestreamFailure =
  | 'key_refused'
  | 'passphrase_refused'
  | 'unknown_host'
  | 'private_address'
  | 'unreachable'
  | 'timeout'
  | 'insecure'
  | 'not_rtmp'
  | 'disconnected'
  | 'unreadable_key'
  | 'internal'

/** A target of an event, and how sending to it is going. */
export interface Restream {
  target_id: number
  name: string
  service: RestreamService
  is_on: boolean
  state: RestreamState
  attempt: number
  next_attempt_at: string | null
  live_since: string | null
  bytes_sent: number
  bitrate: number
  failure: RestreamFailure | null
  detail: string
}

const TARGETS = '/studio/restream-targets'
const restreamsPath = (eventKey: string) => `/studio/events/${encodeURIComponent(eventKey)}/restreams`

/** The client of the channel's restream targets, and of the restreams of events. */
export class RestreamApi {
  constructor(private readonly api: Api) {}

  async targets(signal?: AbortSignal): Promise<RestreamTarget[]> {
    return (await this.api.get<ItemResponse<RestreamTarget[]>>(TARGETS, {}, withoutGlobalError(signal))).data
  }

  async createTarget(details: TargetDetails): Promise<void> {
    await this.api.post(TARGETS, { ...details }, withoutGlobalError())
  }

  async updateTarget(id: number, changes: Partial<TargetDetails>): Promise<void> {
    await this.api.patch(`${TARGETS}/${id}`, { ...changes }, withoutGlobalError())
  }

  async deleteTarget(id: number): Promise<void> {
    await this.api.delete(`${TARGETS}/${id}`, {}, withoutGlobalError())
  }

  /** Return the secrets of a target. The audit log records it. */
  async revealKey(id: number): Promise<TargetSecrets> {
    const path = `${TARGETS}/${id}/reveal-key`
    return (await this.api.post<ItemResponse<TargetSecrets>>(path, {}, withoutGlobalError())).data
  }

  async restreams(eventKey: string, signal?: AbortSignal): Promise<Restream[]> {
    const path = restreamsPath(eventKey)
    return (await this.api.get<ItemResponse<Restream[]>>(path, {}, withoutGlobalError(signal))).data
  }

  async setRestream(eventKey: string, targetId: number, isOn: boolean): Promise<Restream> {
    const path = `${restreamsPath(eventKey)}/${targetId}`
    return (await this.api.put<ItemResponse<Restream>>(path, { is_on: isOn }, withoutGlobalError())).data
  }

  /** Connect again now, also after a refused key. */
  async retry(eventKey: string, targetId: number): Promise<Restream> {
    const path = `${restreamsPath(eventKey)}/${targetId}/retry`
    return (await this.api.post<ItemResponse<Restream>>(path, {}, withoutGlobalError())).data
  }
}
