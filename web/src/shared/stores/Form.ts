import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { HttpError, isCancelled, LATE, UNREACHED } from '@/shared/http/errors'

/** What is said where nobody knows what went wrong. */
export const UNKNOWN = 'Something went wrong. Please try again or contact technical support'

/** What the server says while something it leans on is away. */
export const NOT_NOW = 'This is not possible at the moment. Please try again in a few minutes.'

/** What went wrong on the way: the same may do another time. */
export const PASSING: readonly string[] = [UNREACHED, LATE, UNKNOWN, NOT_NOW]

/** Sentences by field: the server's own, in English; `useSentence` says them in the page's language. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/**
 * What somebody fills in and sends, and what came of it (§3 request states, §8).
 *
 * It holds no text: a refusal is the server's sentence, and a rule that is checked here uses the same
 * sentences, so that the screen translates both in one way.
 */
export class Form<Values extends object> {
  values: Values
  /** What is wrong with single fields. */
  errors: FieldErrors = {}
  /** Why all of it was refused, where that concerns no single field. */
  refusal: string | null = null
  /** The refusal's `error`, where the page acts on it: `second_factor_required`. */
  reason: string | null = null
  state: 'idle' | 'processing' | 'success' | 'error' = 'idle'
  /** Counts how often it was emptied: what comes of an earlier one is not told in this one. */
  private turn = 0

  constructor(private readonly initial: Values) {
    this.values = { ...initial }
    makeObservable(this, {
      values: observableRef,
      errors: observableRef,
      refusal: observable,
      reason: observable,
      state: observable,
      busy: computed,
      change: action,
      forget: action,
      refuse: action,
      clear: action,
    })
  }

  get busy(): boolean {
    return this.state === 'processing'
  }

  /** The first sentence about a field. */
  errorOf(field: string): string | undefined {
    return this.errors[field]?.[0]
  }

  /** Sets a field; what was said about it holds no longer. */
  change<Name extends keyof Values & string>(name: Name, value: Values[Name]): void {
    this.values = { ...this.values, [name]: value }
    this.forget(name)
  }

  /** What was said about a field holds no longer. */
  forget(name: string): void {
    const { [name]: _answered, ...others } = this.errors
    this.errors = others
  }

  /** Says what is wrong before anything is sent; false where nothing is. */
  refuse(errors: FieldErrors): boolean {
    this.errors = errors
    const wrong = Object.keys(errors).length > 0
    if (!wrong) return false
    this.state = 'error'
    this.refusal = null
    this.reason = null
    return true
  }

  /**
   * Sends once at a time; null where it was refused, which the form then shows. One that was emptied
   * meanwhile shows nothing: whoever comes back to it has not sent anything.
   */
  async submit<Answer>(call: (values: Values) => Promise<Answer>): Promise<{ answer: Answer } | null> {
    if (this.busy) return null
    const { turn } = this
    this.tell({ state: 'processing', errors: {}, refusal: null, reason: null })
    try {
      const answer = await call(this.values)
      if (turn === this.turn) this.tell({ state: 'success' })
      return { answer }
    } catch (error) {
      if (turn === this.turn) this.fail(error)
      return null
    }
  }

  /** Empties it for the next one: a password must not wait for another visitor. */
  clear(): void {
    this.turn += 1
    this.values = { ...this.initial }
    this.errors = {}
    this.refusal = null
    this.reason = null
    this.state = 'idle'
  }

  private fail(error: unknown): void {
    if (isCancelled(error)) this.tell({ state: 'idle' })
    else this.tell({ state: 'error', ...told(error) })
  }

  private tell(change: Partial<Pick<this, 'state' | 'errors' | 'refusal' | 'reason'>>): void {
    runInAction(() => Object.assign(this, change))
  }
}

/** What a refusal says: of single fields, or of the whole. Of throttling the page tells by itself, with the time to wait. */
function told(error: unknown): Partial<Pick<Form<object>, 'errors' | 'refusal' | 'reason'>> {
  if (!(error instanceof HttpError) || (error.status >= 500 && !isNotNow(error))) return { refusal: UNKNOWN }
  const { errors, message, reason, status } = error
  if (status === 429 || Object.keys(errors).length > 0) return { errors, reason }
  return { reason, refusal: message || UNKNOWN }
}

/** The server itself says what is not possible at the moment; a proxy before it has no words for a viewer. */
const isNotNow = ({ status, code }: HttpError) => status === 503 && code.startsWith('errors.')
