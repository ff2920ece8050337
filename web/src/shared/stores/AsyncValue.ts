import { action, computed, makeObservable, observableRef, runInAction } from 'mobx'
import { isCanceled } from '@/shared/http/errors'
import { IDLE, type RequestState } from './requestState'

type Fetcher<Value> = (signal: AbortSignal) => Promise<Value>

/**
 * The response to the latest request.
 *
 * A newer request aborts the older one, and a late response is dropped. While a request runs, the last value stays, so
 * that a list does not flicker.
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
      isBusy: computed,
      error: computed,
      load: action,
      update: action,
      discardValue: action,
      clear: action,
    })
  }

  /** The last loaded value. It stays while another request runs and after that request fails. */
  get value(): Value | null {
    return this.state.kind === 'idle' ? null : this.state.value
  }

  get isBusy(): boolean {
    return this.state.kind === 'loading'
  }

  get error(): unknown {
    return this.state.kind === 'failed' ? this.state.error : null
  }

  /** Send a request. Errors go into `error`; the promise never rejects. */
  load(fetcher: Fetcher<Value>): Promise<void> {
    this.pending = this.run(fetcher)
    return this.pending
  }

  /** Repeat the last request, if any. Callers that wait for the earlier response wait for this one. */
  async reload(): Promise<void> {
    if (this.fetcher) await this.load(this.fetcher)
  }

  /** Change the loaded value without a request. Without a value, do nothing. */
  update(change: (value: Value) => Value): void {
    const { state } = this
    if (state.kind !== 'idle' && state.value !== null) this.state = { ...state, value: change(state.value) }
  }

  /** Delete the loaded value. A running request continues. */
  discardValue(): void {
    const { state } = this
    this.state = state.kind === 'loading' || state.kind === 'failed' ? { ...state, value: null } : IDLE
  }

  /** Delete the loaded value and abort a running request. */
  clear(): void {
    this.controller?.abort()
    this.controller = null
    this.fetcher = null
    this.state = IDLE
  }

  private async run(fetcher: Fetcher<Value>): Promise<void> {
    this.fetcher = fetcher
    this.controller?.abort()
    const controller = new AbortController()
    this.controller = controller
    this.state = { kind: 'loading', value: this.value }
    try {
      const value = await fetcher(controller.signal)
      this.settle(controller, () => ({ kind: 'loaded', value }))
    } catch (error) {
      this.settle(controller, value => {
        if (!isCanceled(error)) return { kind: 'failed', value, error }
        return value === null ? IDLE : { kind: 'loaded', value }
      })
    }
    if (this.controller && this.fetcher === fetcher) await this.pending
  }

  private settle(controller: AbortController, toState: (value: Value | null) => RequestState<Value>): void {
    if (this.controller !== controller) return
    this.controller = null
    runInAction(() => {
      this.state = toState(this.value)
    })
  }
}
