import { action, computed, makeObservable, observableRef } from 'mobx'
import { HttpError } from '@/shared/http/errors'
import { Latest } from '@/shared/stores/Latest'

/** Asks the server for an answer. */
type Ask<Asked, Answer> = (asked: Asked, signal: AbortSignal) => Promise<Answer>

/**
 * One report: what it was asked last, and what came of it.
 *
 * While another answer is on its way the last one stays. The same question is asked once.
 */
export class Report<Asked, Answer> {
  private readonly latest = new Latest<Answer>()
  asked: Asked | null = null

  constructor(private readonly ask: Ask<Asked, Answer>) {
    makeObservable(this, {
      asked: observableRef,
      refused: computed,
      show: action,
      reset: action,
    })
  }

  get value(): Answer | null {
    return this.latest.value
  }

  get busy(): boolean {
    return this.latest.busy
  }

  get error(): unknown {
    return this.latest.error
  }

  /** The role was taken away meanwhile, or never given. */
  get refused(): boolean {
    return isStatus(this.error, 403)
  }

  /** What was asked for is not there. */
  get missing(): boolean {
    return isStatus(this.error, 404)
  }

  /** Answers a question; one that was answered already, or is being asked, is not asked again. */
  async show(asked: Asked): Promise<void> {
    const same = JSON.stringify(asked) === JSON.stringify(this.asked)
    if (same && !this.error && (this.busy || this.value)) return
    this.asked = asked
    await this.latest.ask(signal => this.ask(asked, signal))
  }

  /** Asks the same again. */
  async again(): Promise<void> {
    const { asked } = this
    if (asked !== null) await this.latest.ask(signal => this.ask(asked, signal))
  }

  reset(): void {
    this.asked = null
    this.latest.clear()
  }
}

const isStatus = (error: unknown, status: number) => error instanceof HttpError && error.status === status
