import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { StreamHealth } from './scheduleApi'

export type EncoderSlot = 'primary' | 'backup'

/** What is measured of an encoder now. Counts start with its connection. */
export interface EncoderValues {
  /** In bits per second. */
  bitrate: number
  /** In frames per second; 0 without video. */
  frame_rate: number
  keyframe_interval_ms: number
  dropped_frames: number
  late_frames: number
  /** RMS in dB below full scale; null without audio. */
  audio_level_db: number | null
  audio_peak_db: number | null
  av_drift_ms: number
  clock_drift_ms: number
  black_seconds: number
  silent_seconds: number
  idle_seconds: number
  width: number
  height: number
  server_load: number
}

/** A fault. `message` and `remedy` are in English, `values` are the numbers in them. */
export interface StreamFault {
  code: string
  severity: 'warning' | 'error'
  since: string
  message: string
  remedy: string
  values: Readonly<Record<string, number>>
}

/** Values of the last hour. All lists have the same length. Frames are those since the previous point. */
export interface HealthHistory {
  at: readonly string[]
  bitrate: readonly number[]
  frame_rate: readonly number[]
  dropped_frames: readonly number[]
  late_frames: readonly number[]
  audio_level_db: readonly (number | null)[]
  av_drift_ms: readonly number[]
  clock_drift_ms: readonly number[]
}

export interface SlotHealth {
  slot: EncoderSlot
  at: string | null
  /** Null if no encoder is connected. */
  values: EncoderValues | null
  faults: readonly StreamFault[]
  /** Null if it was not requested. */
  history: HealthHistory | null
}

/** The health of the encoders of an event. `is_test`: those of its stream test. */
export interface StreamHealthReport {
  is_test: boolean
  state: StreamHealth['state']
  faults: readonly StreamFault[]
  slots: readonly SlotHealth[]
  /** Whether this operator gets alerts. */
  is_alerted: boolean
}

/** The viewers now. Null while the analytics data is unavailable. */
export interface StreamViewers {
  viewers: number | null
  /** Viewers whose video stalled in the last minute. */
  stalled: number | null
}

const streamPath = (key: string) => `/studio/events/${encodeURIComponent(key)}/stream`

/** The client of the health of streams. */
export class StreamHealthApi {
  constructor(private readonly api: Api) {}

  async health(key: string, hasHistory: boolean, signal?: AbortSignal): Promise<StreamHealthReport> {
    const query = { has_history: hasHistory ? undefined : false }
    const path = `${streamPath(key)}/health`
    return (await this.api.get<ItemResponse<StreamHealthReport>>(path, query, withoutGlobalError(signal)))
      .data
  }

  async viewers(key: string, signal?: AbortSignal): Promise<StreamViewers> {
    const path = `${streamPath(key)}/viewers`
    return (await this.api.get<ItemResponse<StreamViewers>>(path, {}, withoutGlobalError(signal))).data
  }

  /** Turn alerts of this operator on or off. */
  async chooseAlerts(key: string, isAlerted: boolean): Promise<void> {
    await this.api.post(`${streamPath(key)}/alerts`, { is_alerted: isAlerted }, withoutGlobalError())
  }

  /** Return the picture that the encoder sends now. */
  preview(key: string, slot: EncoderSlot, signal?: AbortSignal): Promise<Blob> {
    return this.api.get(`${streamPath(key)}/preview`, { slot }, withoutGlobalError(signal))
  }
}
