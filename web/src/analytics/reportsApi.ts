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

/** The reports of a channel, for its operators (api.md, "Reports"). */
export class ReportsApi {
  constructor(private readonly api: Api) {}

  live(signal?: AbortSignal): Promise<LiveReport> {
    return unwrap(this.api.get<ItemResponse<LiveReport>>('/reports/now', {}, withoutGlobalError(signal)))
  }

  overview(question: ReportQuery, signal?: AbortSignal): Promise<Overview> {
    return unwrap(
      this.api.get<ItemResponse<Overview>>('/reports/overview', { ...question }, withoutGlobalError(signal)),
    )
  }

  breakdown(dimension: Dimension, question: ReportQuery, signal?: AbortSignal): Promise<Breakdown> {
    return unwrap(
      this.api.get<ItemResponse<Breakdown>>(
        `/reports/by/${dimension}`,
        { ...question },
        withoutGlobalError(signal),
      ),
    )
  }

  /** Of all that was watched, or of one game. */
  quality(question: ReportQuery, event: number | null, signal?: AbortSignal): Promise<Quality> {
    return unwrap(
      this.api.get<ItemResponse<Quality>>(
        '/reports/quality',
        { ...question, thing: contentParam(event) },
        withoutGlobalError(signal),
      ),
    )
  }

  sales(question: ReportQuery, signal?: AbortSignal): Promise<Sales> {
    return unwrap(
      this.api.get<ItemResponse<Sales>>('/reports/sales', { ...question }, withoutGlobalError(signal)),
    )
  }

  funnel(question: ReportQuery, signal?: AbortSignal): Promise<Funnel> {
    return unwrap(
      this.api.get<ItemResponse<Funnel>>('/reports/funnel', { ...question }, withoutGlobalError(signal)),
    )
  }

  /** Of all views that there ever were. */
  retention(event: number, signal?: AbortSignal): Promise<Retention> {
    return unwrap(
      this.api.get<ItemResponse<Retention>>(`/reports/retention/${event}`, {}, withoutGlobalError(signal)),
    )
  }

  /** The same figures as a file for spreadsheets. */
  table(path: ReportPath, question: ReportQuery | null, event: number | null = null): Promise<Blob> {
    const address = `/reports/${path}`
    return this.api.get<Blob>(
      address,
      { ...question, thing: contentParam(event), format: 'csv' },
      withoutGlobalError(),
    )
  }
}

const unwrap = async <Answer>(response: Promise<ItemResponse<Answer>>): Promise<Answer> =>
  (await response).data

const contentParam = (event: number | null) => (event === null ? null : `event:${event}`)
