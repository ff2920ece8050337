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

/** Everything on the page of reports, each report by itself: one that fails leaves the others. */
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
    this.overview = new ReportLoader((question, signal) => reports.overview(question, signal))
    this.breakdowns = Object.fromEntries(
      DIMENSIONS.map(each => [
        each,
        new ReportLoader<ReportQuery, Breakdown>((question, signal) =>
          reports.breakdown(each, question, signal),
        ),
      ]),
    ) as Record<Dimension, ReportLoader<ReportQuery, Breakdown>>
    this.quality = new ReportLoader(({ event, ...question }, signal) =>
      reports.quality(question, event, signal),
    )
    this.sales = new ReportLoader((question, signal) => reports.sales(question, signal))
    this.funnel = new ReportLoader((question, signal) => reports.funnel(question, signal))
    this.retention = new ReportLoader((event, signal) => reports.retention(event, signal))
    makeObservable(this, { isForbidden: computed })
  }

  /** Whether the server says that this is no operator of the channel. */
  get isForbidden(): boolean {
    return this.all.some(report => report.isForbidden)
  }

  /** A report as a file for spreadsheets. */
  table(path: ReportPath, question: ReportQuery | null, event: number | null = null): Promise<Blob> {
    return this.api.table(path, question, event)
  }

  languageChanged(): void {
    for (const report of this.all) void report.reload()
  }

  reset(): void {
    for (const report of this.all) report.reset()
  }

  private get all() {
    const { live: now, overview, breakdowns: by, quality, sales, funnel, retention } = this
    return [now, overview, ...Object.values(by), quality, sales, funnel, retention]
  }
}

export const reportsStore = (api: Api): ReportsStore => new ReportsStore(api)
