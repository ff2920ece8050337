import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'

export type RehearsalState = 'queued' | 'running' | 'passed' | 'failed' | 'stopped'
export type StepState = 'waiting' | 'running' | 'passed' | 'failed' | 'skipped'
export type StepName =
  | 'event'
  | 'stream'
  | 'encoder'
  | 'on_air'
  | 'purchase'
  | 'playback'
  | 'stop'
  | 'recording'
  | 'removal'

/** A step of a rehearsal. `text` is the English sentence of `code` and `params`. */
export interface RehearsalStep {
  name: StepName
  state: StepState
  duration_ms: number | null
  code: string
  text: string
  params: Readonly<Record<string, string | number>>
}

/** A rehearsal of a live event. Its event exists while it has an id. */
export interface Rehearsal {
  id: number
  state: RehearsalState
  started_by: string
  created_at: string
  finished_at: string | null
  event_id: number | null
  is_stop_requested: boolean
  is_removed: boolean
  steps: readonly RehearsalStep[]
}

/** The client of rehearsals. */
export class RehearsalApi {
  constructor(private readonly api: Api) {}

  async rehearsals(signal?: AbortSignal): Promise<readonly Rehearsal[]> {
    const options = withoutGlobalError(signal)
    return (await this.api.get<ItemResponse<readonly Rehearsal[]>>('/studio/rehearsals', {}, options)).data
  }

  async start(): Promise<Rehearsal> {
    const options = withoutGlobalError()
    return (await this.api.post<ItemResponse<Rehearsal>>('/studio/rehearsals', {}, options)).data
  }

  async stop(id: number): Promise<Rehearsal> {
    const path = `/studio/rehearsals/${id}/stop`
    return (await this.api.post<ItemResponse<Rehearsal>>(path, {}, withoutGlobalError())).data
  }
}
