import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { type ErrorMessage, type FieldErrors, HttpError, isCanceled } from '@/shared/http/errors'

/** An error without a known cause. */
export const UNKNOWN_ERROR: ErrorMessage = { code: 'errors.server' }

/** Codes of errors after which the same request may succeed. */
export const TRANSIENT_ERRORS: readonly string[] = [
  'network',
  'timeout',
  'errors.server',
  'errors.unavailable',
]

/**
 * What somebody fills in and sends, and what came of it (§3 request states, §8).
 *
 * It holds error codes, not text. A rule that is checked here has the server's code, so that the screen
 * translates both in one way.
 */
export class Form<Values extends object> {
  values: Values
  /** What is wrong with single fields. */
  errors: FieldErrors = {}
  /** Why all of it was refused, where that concerns no single field. */
  errorMessage: ErrorMessage | null = null
  /** The refusal's `error`, where the page acts on it: `second_factor_required`. */
  reason: string | null = null
  state: 'idle' | 'processing' | 'success' | 'error' = 'idle'
  /** Counts how often it was emptied: what comes of an earlier one is not told in this one. */
  private generation = 0

  constructor(private readonly initial: Values) {
    this.values = { ...initial }
    makeObservable(this, {
      values: observableRef,
      errors: observableRef,
      errorMessage: observableRef,
      reason: observable,
      state: observable,
      busy: computed,
      change: action,
      clearError: action,
      setErrors: action,
      clear: action,
    })
  }

  get busy(): boolean {
    return this.state === 'processing'
  }

  /** The first error of a field. */
  errorOf(field: string): ErrorMessage | undefined {
    return this.errors[field]?.[0]
  }

  /** Sets a field; what was said about it holds no longer. */
  change<Name extends keyof Values & string>(name: Name, value: Values[Name]): void {
    this.values = { ...this.values, [name]: value }
    this.clearError(name)
  }

  /** What was said about a field holds no longer. */
  clearError(name: string): void {
    const { [name]: _answered, ...others } = this.errors
    this.errors = others
  }

  /** Says what is wrong before anything is sent; false where nothing is. */
  setErrors(errors: FieldErrors): boolean {
    this.errors = errors
    const wrong = Object.keys(errors).length > 0
    if (!wrong) return false
    this.state = 'error'
    this.errorMessage = null
    this.reason = null
    return true
  }

  /**
   * Sends once at a time; null where it was refused, which the form then shows. One that was emptied
   * meanwhile shows nothing: whoever comes back to it has not sent anything.
   */
  async submit<Answer>(call: (values: Values) => Promise<Answer>): Promise<{ answer: Answer } | null> {
    if (this.busy) return null
    const { generation: turn } = this
    this.patch({ state: 'processing', errors: {}, errorMessage: null, reason: null })
    try {
      const answer = await call(this.values)
      if (turn === this.generation) this.patch({ state: 'success' })
      return { answer }
    } catch (error) {
      if (turn === this.generation) this.fail(error)
      return null
    }
  }

  /** Empties it for the next one: a password must not wait for another visitor. */
  clear(): void {
    this.generation += 1
    this.values = { ...this.initial }
    this.errors = {}
    this.errorMessage = null
    this.reason = null
    this.state = 'idle'
  }

  private fail(error: unknown): void {
    if (isCanceled(error)) this.patch({ state: 'idle' })
    else this.patch({ state: 'error', ...toFormErrors(error) })
  }

  private patch(change: Partial<Pick<this, 'state' | 'errors' | 'errorMessage' | 'reason'>>): void {
    runInAction(() => Object.assign(this, change))
  }
}

/** What a refusal says: of single fields, or of the whole. Of throttling the page tells by itself, with the time to wait. */
function toFormErrors(error: unknown): Partial<Pick<Form<object>, 'errors' | 'errorMessage' | 'reason'>> {
  if (!(error instanceof HttpError) || (error.status >= 500 && !isUnavailable(error)))
    return { errorMessage: UNKNOWN_ERROR }
  const { errors, errorMessage, reason, status } = error
  if (status === 429 || Object.keys(errors).length > 0) return { errors, reason }
  return { reason, errorMessage: errorMessage.code || errorMessage.text ? errorMessage : UNKNOWN_ERROR }
}

/** The server itself says what is not possible at the moment; a proxy before it has no words for a viewer. */
const isUnavailable = ({ status, code }: HttpError) => status === 503 && code.startsWith('errors.')
