import { computed, makeObservable } from 'mobx'
import type { Api } from '@/shared/http/session'
import {
  type By,
  DIMENSIONS,
  type Dimension,
  type Funnel,
  type Now,
  type Overview,
  type Quality,
  type Question,
  type ReportPath,
  type Retention,
  type Sales,
} from '../reports'
import { ReportsApi } from '../reportsApi'
import { Report } from './Report'

interface OfEvent extends Question {
  event: number | null
}

/** Everything on the page of reports, each report by itself: one that fails leaves the others. */
export class ReportsStore {
  readonly now: Report<object, Now>
  readonly overview: Report<Question, Overview>
  readonly by: Readonly<Record<Dimension, Report<Question, By>>>
  readonly quality: Report<OfEvent, Quality>
  readonly sales: Report<Question, Sales>
  readonly funnel: Report<Question, Funnel>
  readonly retention: Report<number, Retention>
  private readonly api: ReportsApi

  constructor(api: Api) {
    const reports = new ReportsApi(api)
    this.api = reports
    this.now = new Report((_, signal) => reports.now(signal))
    this.overview = new Report((question, signal) => reports.overview(question, signal))
    this.by = Object.fromEntries(
      DIMENSIONS.map(each => [
        each,
        new Report<Question, By>((question, signal) => reports.by(each, question, signal)),
      ]),
    ) as Record<Dimension, Report<Question, By>>
    this.quality = new Report(({ event, ...question }, signal) => reports.quality(question, event, signal))
    this.sales = new Report((question, signal) => reports.sales(question, signal))
    this.funnel = new Report((question, signal) => reports.funnel(question, signal))
    this.retention = new Report((event, signal) => reports.retention(event, signal))
    makeObservable(this, { refused: computed })
  }

  /** Whether the server says that this is no operator of the channel. */
  get refused(): boolean {
    return this.all.some(report => report.refused)
  }

  /** A report as a file for spreadsheets. */
  table(path: ReportPath, question: Question | null, event: number | null = null): Promise<Blob> {
    return this.api.table(path, question, event)
  }

  languageChanged(): void {
    for (const report of this.all) void report.again()
  }

  reset(): void {
    for (const report of this.all) report.reset()
  }

  private get all() {
    const { now, overview, by, quality, sales, funnel, retention } = this
    return [now, overview, ...Object.values(by), quality, sales, funnel, retention]
  }
}

export const reportsStore = (api: Api): ReportsStore => new ReportsStore(api)
