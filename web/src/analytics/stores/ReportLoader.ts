import { action, computed, makeObservable, observableRef } from 'mobx'
import { HttpError } from '@/shared/http/errors'
import { AsyncValue } from '@/shared/stores/AsyncValue'

/** Asks the server for an answer. */
type FetchReport<Params, Answer> = (params: Params, signal: AbortSignal) => Promise<Answer>

/**
 * One report: what it was asked last, and what came of it.
 *
 * While another answer is on its way the last one stays. The same question is asked once.
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

  get busy(): boolean {
    return this.result.busy
  }

  get error(): unknown {
    return this.result.error
  }

  /** The role was taken away meanwhile, or never given. */
  get isForbidden(): boolean {
    return hasStatus(this.error, 403)
  }

  /** What was asked for is not there. */
  get isMissing(): boolean {
    return hasStatus(this.error, 404)
  }

  /** Answers a question; one that was answered already, or is being asked, is not asked again. */
  async load(params: Params): Promise<void> {
    const same = JSON.stringify(params) === JSON.stringify(this.query)
    if (same && !this.error && (this.busy || this.value)) return
    this.query = params
    await this.result.load(signal => this.fetch(params, signal))
  }

  /** Asks the same again. */
  async reload(): Promise<void> {
    const { query: params } = this
    if (params !== null) await this.result.load(signal => this.fetch(params, signal))
  }

  reset(): void {
    this.query = null
    this.result.clear()
  }
}

const hasStatus = (error: unknown, status: number) => error instanceof HttpError && error.status === status
