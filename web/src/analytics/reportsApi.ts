import type { Api, CallOptions, One } from '@/shared/http/session'
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
    return told(this.api.get<One<Now>>('/reports/now', {}, quietly(signal)))
  }

  overview(question: Question, signal?: AbortSignal): Promise<Overview> {
    return told(this.api.get<One<Overview>>('/reports/overview', { ...question }, quietly(signal)))
  }

  by(dimension: Dimension, question: Question, signal?: AbortSignal): Promise<By> {
    return told(this.api.get<One<By>>(`/reports/by/${dimension}`, { ...question }, quietly(signal)))
  }

  /** Of all that was watched, or of one game. */
  quality(question: Question, event: number | null, signal?: AbortSignal): Promise<Quality> {
    return told(
      this.api.get<One<Quality>>('/reports/quality', { ...question, thing: thingOf(event) }, quietly(signal)),
    )
  }

  sales(question: Question, signal?: AbortSignal): Promise<Sales> {
    return told(this.api.get<One<Sales>>('/reports/sales', { ...question }, quietly(signal)))
  }

  funnel(question: Question, signal?: AbortSignal): Promise<Funnel> {
    return told(this.api.get<One<Funnel>>('/reports/funnel', { ...question }, quietly(signal)))
  }

  /** Of all views that there ever were. */
  retention(event: number, signal?: AbortSignal): Promise<Retention> {
    return told(this.api.get<One<Retention>>(`/reports/retention/${event}`, {}, quietly(signal)))
  }

  /** The same figures as a file for spreadsheets. */
  table(path: ReportPath, question: Question | null, event: number | null = null): Promise<Blob> {
    const address = `/reports/${path}`
    return this.api.get<Blob>(address, { ...question, thing: thingOf(event), format: 'csv' }, quietly())
  }
}

const told = async <Answer>(asked: Promise<One<Answer>>): Promise<Answer> => (await asked).data

const thingOf = (event: number | null) => (event === null ? null : `event:${event}`)
