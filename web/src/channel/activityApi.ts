import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'

/** The changed fields of an entry. */
export type ChangedFields = Readonly<Record<string, unknown>>

/** An entry of the audit log. */
export interface ActivityEntry {
  id: number
  at: string
  /** `account:12`, `command:root` or `system`. */
  actor: string
  /** Empty after the account was closed. */
  actor_name: string
  session_id: number | null
  /** Name of the access token that acted. Empty for a login. */
  token_name: string
  ip: string | null
  /** `order.refund` */
  action: string
  subject_kind: string
  subject_id: string
  subject_label: string
  before: ChangedFields
  after: ChangedFields
  reason: string
}

/** A page of entries. `next` is the cursor of the next page. */
export interface ActivityPage {
  data: ActivityEntry[]
  meta: { next: string | null }
}

/** Somebody who appears in the audit log. */
export interface ActivityActor {
  key: string
  name: string
}

/** The filters of the list. Null means no filter. Days are in the channel's time zone. */
export interface ActivityFilter {
  actor: string | null
  subject: string | null
  from: string | null
  to: string | null
}

/** The client of the audit log, for operators. */
export class ActivityApi {
  constructor(private readonly api: Api) {}

  list(filter: ActivityFilter, cursor: string | null, signal?: AbortSignal): Promise<ActivityPage> {
    return this.api.get<ActivityPage>('/studio/activity', { ...filter, cursor }, withoutGlobalError(signal))
  }

  async actors(signal?: AbortSignal): Promise<ActivityActor[]> {
    const response = await this.api.get<ItemResponse<ActivityActor[]>>(
      '/studio/activity/actors',
      {},
      withoutGlobalError(signal),
    )
    return response.data
  }

  exportCsv(filter: ActivityFilter): Promise<Blob> {
    return this.api.get<Blob>('/studio/activity.csv', { ...filter }, withoutGlobalError())
  }

  async exportJson(filter: ActivityFilter): Promise<Blob> {
    const entries = await this.api.get<ActivityEntry[]>(
      '/studio/activity.json',
      { ...filter },
      withoutGlobalError(),
    )
    return new Blob([JSON.stringify(entries, null, 2)], { type: 'application/json' })
  }
}
