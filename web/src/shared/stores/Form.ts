import { action, computed, makeObservable, observableRef, runInAction } from 'mobx'
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

interface FormErrors {
  /** What is wrong with single fields. */
  errors: FieldErrors
  /** Why all of it was refused, where that concerns no single field. */
  errorMessage: ErrorMessage | null
  /** The refusal's `error`, where the page acts on it: `second_factor_required`. */
  reason: string | null
}

/** What came of sending a form (§3 request states); only an error has something to say. */
type FormState =
  | { readonly kind: 'idle' | 'processing' | 'success' }
  | ({ readonly kind: 'error' } & Readonly<FormErrors>)

const IDLE: FormState = { kind: 'idle' }
const NO_ERRORS: FormErrors = { errors: {}, errorMessage: null, reason: null }

/**
 * What somebody fills in and sends, and what came of it (§3 request states, §8).
 *
 * It holds error codes, not text. A rule that is checked here has the server's code, so that the screen
 * translates both in one way.
 */
export class Form<Values extends object> {
  values: Values
  state: FormState = IDLE
  /** Counts how often it was emptied: what comes of an earlier one is not told in this one. */
  private generation = 0

  constructor(private readonly initial: Values) {
    this.values = { ...initial }
    makeObservable(this, {
      values: observableRef,
      state: observableRef,
      busy: computed,
      errors: computed,
      errorMessage: computed,
      reason: computed,
      change: action,
      clearError: action,
      setErrors: action,
      clear: action,
    })
  }

  get busy(): boolean {
    return this.state.kind === 'processing'
  }

  get errors(): FieldErrors {
    return this.refusal.errors
  }

  get errorMessage(): ErrorMessage | null {
    return this.refusal.errorMessage
  }

  get reason(): string | null {
    return this.refusal.reason
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
    if (this.state.kind === 'error') this.state = { ...this.state, errors: others }
  }

  /** Says what is wrong before anything is sent; false where nothing is. */
  setErrors(errors: FieldErrors): boolean {
    const wrong = Object.keys(errors).length > 0
    if (wrong) this.state = { ...NO_ERRORS, kind: 'error', errors }
    else if (this.state.kind === 'error') this.state = { ...this.state, errors }
    return wrong
  }

  /**
   * Sends once at a time; null where it was refused, which the form then shows. One that was emptied
   * meanwhile shows nothing: whoever comes back to it has not sent anything.
   */
  async submit<Answer>(call: (values: Values) => Promise<Answer>): Promise<{ answer: Answer } | null> {
    if (this.busy) return null
    const { generation: turn } = this
    this.setState({ kind: 'processing' })
    try {
      const answer = await call(this.values)
      if (turn === this.generation) this.setState({ kind: 'success' })
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
    this.state = IDLE
  }

  private fail(error: unknown): void {
    this.setState(isCanceled(error) ? IDLE : { kind: 'error', ...toFormErrors(error) })
  }

  private get refusal(): FormErrors {
    return this.state.kind === 'error' ? this.state : NO_ERRORS
  }

  private setState(state: FormState): void {
    runInAction(() => {
      this.state = state
    })
  }
}

/** What a refusal says: of single fields, or of the whole. Of throttling the page tells by itself, with the time to wait. */
function toFormErrors(error: unknown): FormErrors {
  if (!(error instanceof HttpError) || (error.status >= 500 && !isUnavailable(error)))
    return { ...NO_ERRORS, errorMessage: UNKNOWN_ERROR }
  const { errors, errorMessage, reason, status } = error
  if (status === 429 || Object.keys(errors).length > 0) return { ...NO_ERRORS, errors, reason }
  return {
    ...NO_ERRORS,
    reason,
    errorMessage: errorMessage.code || errorMessage.text ? errorMessage : UNKNOWN_ERROR,
  }
}

/** The server itself says what is not possible at the moment; a proxy before it has no words for a viewer. */
const isUnavailable = ({ status, code }: HttpError) => status === 503 && code.startsWith('errors.')
