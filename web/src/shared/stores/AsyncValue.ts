import { action, computed, makeObservable, observableRef, runInAction } from 'mobx'
import { isCanceled } from '@/shared/http/errors'
import { IDLE, type RequestState } from './requestState'

type Fetcher<Value> = (signal: AbortSignal) => Promise<Value>

/**
 * The answer to one question at a time.
 *
 * A newer question makes the older one worthless: its call is given up and a late answer is dropped.
 * While a question is open the last answer stays, so that a list does not blink.
 */
export class AsyncValue<Value> {
  state: RequestState<Value> = IDLE
  private controller: AbortController | null = null
  private fetcher: Fetcher<Value> | null = null
  private pending: Promise<void> | null = null

  constructor() {
    makeObservable(this, {
      state: observableRef,
      value: computed,
      busy: computed,
      error: computed,
      load: action,
      update: action,
      discardValue: action,
      clear: action,
    })
  }

  /** The last answer, also while another is on its way or after that failed. */
  get value(): Value | null {
    return this.state.kind === 'idle' ? null : this.state.value
  }

  get busy(): boolean {
    return this.state.kind === 'loading'
  }

  get error(): unknown {
    return this.state.kind === 'failed' ? this.state.error : null
  }

  /** Asks; failures stand in `error`, this promise never fails. */
  load(question: Fetcher<Value>): Promise<void> {
    this.pending = this.run(question)
    return this.pending
  }

  /** Asks what was asked last once more, if anything was. Whoever waits for its answer waits for this one. */
  async reload(): Promise<void> {
    if (this.fetcher) await this.load(this.fetcher)
  }

  /** Changes the answer without asking again; does nothing where there is none. */
  update(change: (value: Value) => Value): void {
    const { state } = this
    if (state.kind !== 'idle' && state.value !== null) this.state = { ...state, value: change(state.value) }
  }

  /** Forgets the answer; an open question stays open. */
  discardValue(): void {
    const { state } = this
    this.state = state.kind === 'loading' || state.kind === 'failed' ? { ...state, value: null } : IDLE
  }

  /** Forgets the answer and gives up an open question. */
  clear(): void {
    this.controller?.abort()
    this.controller = null
    this.fetcher = null
    this.state = IDLE
  }

  private async run(question: Fetcher<Value>): Promise<void> {
    this.fetcher = question
    this.controller?.abort()
    const mine = new AbortController()
    this.controller = mine
    this.state = { kind: 'loading', value: this.value }
    try {
      const value = await question(mine.signal)
      this.settle(mine, () => ({ kind: 'loaded', value }))
    } catch (error) {
      this.settle(mine, value => {
        if (!isCanceled(error)) return { kind: 'failed', value, error }
        return value === null ? IDLE : { kind: 'loaded', value }
      })
    }
    if (this.controller && this.fetcher === question) await this.pending
  }

  private settle(mine: AbortController, end: (value: Value | null) => RequestState<Value>): void {
    if (this.controller !== mine) return
    this.controller = null
    runInAction(() => {
      this.state = end(this.value)
    })
  }
}
