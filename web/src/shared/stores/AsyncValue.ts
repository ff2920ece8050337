import { action, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { isCanceled } from '@/shared/http/errors'

type Fetcher<Value> = (signal: AbortSignal) => Promise<Value>

/**
 * The answer to one question at a time.
 *
 * A newer question makes the older one worthless: its call is given up and a late answer is dropped.
 * While a question is open the last answer stays, so that a list does not blink.
 */
export class AsyncValue<Value> {
  value: Value | null = null
  busy = false
  error: unknown = null
  private controller: AbortController | null = null
  private fetcher: Fetcher<Value> | null = null
  private pending: Promise<void> | null = null

  constructor() {
    makeObservable(this, {
      value: observableRef,
      busy: observable,
      error: observableRef,
      load: action,
      clear: action,
    })
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

  /** Forgets the answer and gives up an open question. */
  clear(): void {
    this.controller?.abort()
    this.controller = null
    this.fetcher = null
    this.value = null
    this.busy = false
    this.error = null
  }

  private async run(question: Fetcher<Value>): Promise<void> {
    this.fetcher = question
    this.controller?.abort()
    const mine = new AbortController()
    this.controller = mine
    this.busy = true
    this.error = null
    try {
      const value = await question(mine.signal)
      this.settle(mine, () => {
        this.value = value
      })
    } catch (error) {
      if (!isCanceled(error)) {
        this.settle(mine, () => {
          this.error = error
        })
      }
    } finally {
      this.settle(mine, () => {
        this.busy = false
        this.controller = null
      })
    }
    if (this.controller && this.fetcher === question) await this.pending
  }

  private settle(mine: AbortController, change: () => void): void {
    if (this.controller === mine) runInAction(change)
  }
}
