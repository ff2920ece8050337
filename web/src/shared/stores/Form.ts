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
  /** Errors of single fields. */
  errors: FieldErrors
  /** The error of the whole form, if no single field caused it. */
  errorMessage: ErrorMessage | null
  /** The `error` field of the response, which the page handles: `second_factor_required`. */
  reason: string | null
}

/** The state of a submission (§3 request states). Only the error state has details. */
type FormState =
  | { readonly kind: 'idle' | 'processing' | 'success' }
  | ({ readonly kind: 'error' } & Readonly<FormErrors>)

const IDLE: FormState = { kind: 'idle' }
const NO_ERRORS: FormErrors = { errors: {}, errorMessage: null, reason: null }

/**
 * The values of a form and the state of its submission (§3 request states, §8).
 *
 * The form stores error codes, not text. A rule that the page checks has the server's code, so screens translate both
 * in the same way.
 */
export class Form<Values extends object> {
  values: Values
  state: FormState = IDLE
  /** Number of times the form was cleared. The result of a submission from before the last clear is dropped. */
  private generation = 0

  constructor(private readonly initial: Values) {
    this.values = { ...initial }
    makeObservable(this, {
      values: observableRef,
      state: observableRef,
      isBusy: computed,
      errors: computed,
      errorMessage: computed,
      reason: computed,
      change: action,
      clearError: action,
      setErrors: action,
      clear: action,
    })
  }

  get isBusy(): boolean {
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

  /** Return the first error of a field. */
  errorOf(field: string): ErrorMessage | undefined {
    return this.errors[field]?.[0]
  }

  /** Set a field and remove its errors. */
  change<Name extends keyof Values & string>(name: Name, value: Values[Name]): void {
    this.values = { ...this.values, [name]: value }
    this.clearError(name)
  }

  /** Remove the errors of a field. */
  clearError(name: string): void {
    const { [name]: _removed, ...otherErrors } = this.errors
    if (this.state.kind === 'error') this.state = { ...this.state, errors: otherErrors }
  }

  /** Set errors found before submission. Return whether there are any. */
  setErrors(errors: FieldErrors): boolean {
    const hasErrors = Object.keys(errors).length > 0
    if (hasErrors) this.state = { ...NO_ERRORS, kind: 'error', errors }
    else if (this.state.kind === 'error') this.state = { ...this.state, errors }
    return hasErrors
  }

  /**
   * Submit the form, once at a time. Return null after an error, which the form then shows. If the form was cleared
   * during the request, it shows no result: the next viewer has not submitted anything.
   */
  async submit<Result>(send: (values: Values) => Promise<Result>): Promise<{ result: Result } | null> {
    if (this.isBusy) return null
    const { generation } = this
    this.setState({ kind: 'processing' })
    try {
      const result = await send(this.values)
      if (generation === this.generation) this.setState({ kind: 'success' })
      return { result }
    } catch (error) {
      if (generation === this.generation) this.fail(error)
      return null
    }
  }

  /** Clear the form, so that the next viewer does not see a password. */
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

/**
 * Return the errors of a response, for single fields or the whole form. The page reports throttling itself, with the
 * time to wait.
 */
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

/** Return whether the server itself reports that it is unavailable. A 503 from a proxy has no message for viewers. */
const isUnavailable = ({ status, code }: HttpError) => status === 503 && code.startsWith('errors.')
