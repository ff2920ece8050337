import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'
import type {
  Breakdown,
  Dimension,
  Funnel,
  LiveReport,
  Overview,
  Quality,
  ReportPath,
  ReportQuery,
  Retention,
  Sales,
} from './reportModel'

/** The client of the channel reports, for operators (api.md, "Reports"). */
export class ReportsApi {
  constructor(private readonly api: Api) {}

  live(signal?: AbortSignal): Promise<LiveReport> {
    return unwrap(this.api.get<ItemResponse<LiveReport>>('/reports/now', {}, withoutGlobalError(signal)))
  }

  overview(query: ReportQuery, signal?: AbortSignal): Promise<Overview> {
    return unwrap(
      this.api.get<ItemResponse<Overview>>('/reports/overview', { ...query }, withoutGlobalError(signal)),
    )
  }

  breakdown(dimension: Dimension, query: ReportQuery, signal?: AbortSignal): Promise<Breakdown> {
    return unwrap(
      this.api.get<ItemResponse<Breakdown>>(
        `/reports/by/${dimension}`,
        { ...query },
        withoutGlobalError(signal),
      ),
    )
  }

  /** Return the playback quality of one game, or of all content if `event` is null. */
  quality(query: ReportQuery, event: number | null, signal?: AbortSignal): Promise<Quality> {
    return unwrap(
      this.api.get<ItemResponse<Quality>>(
        '/reports/quality',
        { ...query, thing: contentParam(event) },
        withoutGlobalError(signal),
      ),
    )
  }

  sales(query: ReportQuery, signal?: AbortSignal): Promise<Sales> {
    return unwrap(
      this.api.get<ItemResponse<Sales>>('/reports/sales', { ...query }, withoutGlobalError(signal)),
    )
  }

  funnel(query: ReportQuery, signal?: AbortSignal): Promise<Funnel> {
    return unwrap(
      this.api.get<ItemResponse<Funnel>>('/reports/funnel', { ...query }, withoutGlobalError(signal)),
    )
  }

  /** Return the audience retention of a game, from all of its views. */
  retention(event: number, signal?: AbortSignal): Promise<Retention> {
    return unwrap(
      this.api.get<ItemResponse<Retention>>(`/reports/retention/${event}`, {}, withoutGlobalError(signal)),
    )
  }

  /** Return a report as a CSV file. */
  table(path: ReportPath, query: ReportQuery | null, event: number | null = null): Promise<Blob> {
    const url = `/reports/${path}`
    return this.api.get<Blob>(
      url,
      { ...query, thing: contentParam(event), format: 'csv' },
      withoutGlobalError(),
    )
  }
}

const unwrap = async <Answer>(response: Promise<ItemResponse<Answer>>): Promise<Answer> =>
  (await response).data

const contentParam = (event: number | null) => (event === null ? null : `event:${event}`)
