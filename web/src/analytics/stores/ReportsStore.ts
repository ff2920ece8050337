import { computed, makeObservable } from 'mobx'
import type { Api } from '@/shared/http/session'
import {
  type Breakdown,
  DIMENSIONS,
  type Dimension,
  type Funnel,
  type LiveReport,
  type Overview,
  type Quality,
  type ReportPath,
  type ReportQuery,
  type Retention,
  type Sales,
} from '../reportModel'
import { ReportsApi } from '../reportsApi'
import { ReportLoader } from './ReportLoader'

interface EventQuery extends ReportQuery {
  event: number | null
}

/** The reports of the reports page. Each loads separately, so that a failure does not affect the others. */
export class ReportsStore {
  readonly live: ReportLoader<object, LiveReport>
  readonly overview: ReportLoader<ReportQuery, Overview>
  readonly breakdowns: Readonly<Record<Dimension, ReportLoader<ReportQuery, Breakdown>>>
  readonly quality: ReportLoader<EventQuery, Quality>
  readonly sales: ReportLoader<ReportQuery, Sales>
  readonly funnel: ReportLoader<ReportQuery, Funnel>
  readonly retention: ReportLoader<number, Retention>
  private readonly api: ReportsApi

  constructor(api: Api) {
    const reports = new ReportsApi(api)
    this.api = reports
    this.live = new ReportLoader((_, signal) => reports.live(signal))
    this.overview = new ReportLoader((query, signal) => reports.overview(query, signal))
    this.breakdowns = Object.fromEntries(
      DIMENSIONS.map(dimension => [
        dimension,
        new ReportLoader<ReportQuery, Breakdown>((query, signal) =>
          reports.breakdown(dimension, query, signal),
        ),
      ]),
    ) as Record<Dimension, ReportLoader<ReportQuery, Breakdown>>
    this.quality = new ReportLoader(({ event, ...query }, signal) => reports.quality(query, event, signal))
    this.sales = new ReportLoader((query, signal) => reports.sales(query, signal))
    this.funnel = new ReportLoader((query, signal) => reports.funnel(query, signal))
    this.retention = new ReportLoader((event, signal) => reports.retention(event, signal))
    makeObservable(this, { isForbidden: computed })
  }

  /** Whether the server rejects the viewer, who is not an operator of the channel. */
  get isForbidden(): boolean {
    return this.all.some(report => report.isForbidden)
  }

  /** Return a report as a CSV file. */
  table(path: ReportPath, query: ReportQuery | null, event: number | null = null): Promise<Blob> {
    return this.api.table(path, query, event)
  }

  languageChanged(): void {
    for (const report of this.all) void report.reload()
  }

  reset(): void {
    for (const report of this.all) report.reset()
  }

  private get all() {
    const { live, overview, breakdowns, quality, sales, funnel, retention } = this
    return [live, overview, ...Object.values(breakdowns), quality, sales, funnel, retention]
  }
}

export const reportsStore = (api: Api): ReportsStore => new ReportsStore(api)
