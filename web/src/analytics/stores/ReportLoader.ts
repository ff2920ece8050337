import { action, computed, makeObservable, observableRef } from 'mobx'
import { HttpError } from '@/shared/http/errors'
import { AsyncValue } from '@/shared/stores/AsyncValue'

/** Requests a report from the server. */
type FetchReport<Params, Answer> = (params: Params, signal: AbortSignal) => Promise<Answer>

/**
 * One report: its last query and the result.
 *
 * The last result stays available while another loads. The same query is sent once.
 */
export class ReportLoader<Params, Answer> {
  private readonly result = new AsyncValue<Answer>()
  query: Params | null = null

  constructor(private readonly fetch: FetchReport<Params, Answer>) {
    makeObservable(this, {
      query: observableRef,
      isForbidden: computed,
      load: action,
      reset: action,
    })
  }

  get value(): Answer | null {
    return this.result.value
  }

  get isBusy(): boolean {
    return this.result.isBusy
  }

  get error(): unknown {
    return this.result.error
  }

  /** Whether the viewer is not, or no longer, an operator. */
  get isForbidden(): boolean {
    return hasStatus(this.error, 403)
  }

  /** Whether the server did not find the requested content. */
  get isMissing(): boolean {
    return hasStatus(this.error, 404)
  }

  /** Load a report. Do nothing if the same query has loaded or is loading. */
  async load(params: Params): Promise<void> {
    const isSame = JSON.stringify(params) === JSON.stringify(this.query)
    if (isSame && !this.error && (this.isBusy || this.value)) return
    this.query = params
    await this.result.load(signal => this.fetch(params, signal))
  }

  /** Repeat the last query. */
  async reload(): Promise<void> {
    const { query } = this
    if (query !== null) await this.result.load(signal => this.fetch(query, signal))
  }

  reset(): void {
    this.query = null
    this.result.clear()
  }
}

const hasStatus = (error: unknown, status: number) => error instanceof HttpError && error.status === status
