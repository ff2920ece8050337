import type { Api, CallOptions, One, Query } from '@/shared/http/session'
import type {
  By,
  Dimension,
  Funnel,
  Now,
  Overview,
  Quality,
  Question,
  ReportPath,
  Retention,
  Sales,
} from './reports'

/** Sections show their own errors: no global notice. */
const quietly = (signal?: AbortSignal): CallOptions => ({ signal, crash: [] })

/** The reports of a channel, for its operators (api.md, "Reports"). */
export class ReportsApi {
  constructor(private readonly api: Api) {}

  now(signal?: AbortSignal): Promise<Now> {
    return this.ask('now', {}, signal)
  }

  overview(question: Question, signal?: AbortSignal): Promise<Overview> {
    return this.ask('overview', { ...question }, signal)
  }

  by(dimension: Dimension, question: Question, signal?: AbortSignal): Promise<By> {
    return this.ask(`by/${dimension}`, { ...question }, signal)
  }

  /** Of all that was watched, or of one game. */
  quality(question: Question, event: number | null, signal?: AbortSignal): Promise<Quality> {
    return this.ask('quality', { ...question, thing: thingOf(event) }, signal)
  }

  sales(question: Question, signal?: AbortSignal): Promise<Sales> {
    return this.ask('sales', { ...question }, signal)
  }

  funnel(question: Question, signal?: AbortSignal): Promise<Funnel> {
    return this.ask('funnel', { ...question }, signal)
  }

  /** Of all views that there ever were. */
  retention(event: number, signal?: AbortSignal): Promise<Retention> {
    return this.ask(`retention/${event}`, {}, signal)
  }

  /** The same figures as a file for spreadsheets. */
  table(path: ReportPath, question: Question | null, event: number | null = null): Promise<Blob> {
    const query = { ...question, thing: thingOf(event), format: 'csv' }
    return this.api.get<Blob>(`/reports/${path}`, query, quietly())
  }

  private async ask<Answer>(path: ReportPath, query: Query, signal?: AbortSignal): Promise<Answer> {
    return (await this.api.get<One<Answer>>(`/reports/${path}`, query, quietly(signal))).data
  }
}

const thingOf = (event: number | null) => (event === null ? null : `event:${event}`)
