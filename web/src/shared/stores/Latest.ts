import { action, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { isCancelled } from '@/shared/http/errors'

type Question<Value> = (signal: AbortSignal) => Promise<Value>

/**
 * The answer to one question at a time.
 *
 * A newer question makes the older one worthless: its call is given up and a late answer is dropped.
 * While a question is open the last answer stays, so that a list does not blink.
 */
export class Latest<Value> {
  value: Value | null = null
  busy = false
  error: unknown = null
  private open: AbortController | null = null
  private question: Question<Value> | null = null
  private asked: Promise<void> | null = null

  constructor() {
    makeObservable(this, {
      value: observableRef,
      busy: observable,
      error: observableRef,
      ask: action,
      clear: action,
    })
  }

  /** Asks; failures stand in `error`, this promise never fails. */
  ask(question: Question<Value>): Promise<void> {
    this.asked = this.run(question)
    return this.asked
  }

  /** Asks what was asked last once more, if anything was. Whoever waits for its answer waits for this one. */
  async again(): Promise<void> {
    if (this.question) await this.ask(this.question)
  }

  /** Forgets the answer and gives up an open question. */
  clear(): void {
    this.open?.abort()
    this.open = null
    this.question = null
    this.value = null
    this.busy = false
    this.error = null
  }

  private async run(question: Question<Value>): Promise<void> {
    this.question = question
    this.open?.abort()
    const mine = new AbortController()
    this.open = mine
    this.busy = true
    this.error = null
    try {
      const value = await question(mine.signal)
      this.settle(mine, () => {
        this.value = value
      })
    } catch (error) {
      if (!isCancelled(error)) {
        this.settle(mine, () => {
          this.error = error
        })
      }
    } finally {
      this.settle(mine, () => {
        this.busy = false
        this.open = null
      })
    }
    if (this.open && this.question === question) await this.asked
  }

  private settle(mine: AbortController, change: () => void): void {
    if (this.open === mine) runInAction(change)
  }
}
