export type ErrorParams = Readonly<Record<string, string | number>>

/** What went wrong: a code, the values in its text, and the server's English for a code that is not known here. */
export interface ErrorMessage {
  readonly code: string
  readonly params?: ErrorParams
  readonly text?: string
}

/** Errors by field. */
export type FieldErrors = Readonly<Record<string, readonly ErrorMessage[]>>

/** What the server answers when it refuses (RFC 9457), as far as the web reads it. */
export interface Problem {
  status?: number
  code?: string
  title?: string
  detail?: string
  message?: string
  /** The values in the message, by their names in its template. */
  params?: ErrorParams
  errors?: Record<string, string[]>
  /** The code and the values of each message in `errors`. */
  error_codes?: Record<string, ErrorMessage[]>
  /** A word that the page acts on, beside the sentence: `second_factor_required`, `slow_down`. */
  error?: string
}

/** `network`: no answer came at all. `timeout`: none came in 30 s. Others are the server's own. */
export type ErrorCode = 'network' | 'timeout' | 'errors.channel_key' | 'errors.api_key' | (string & {})

/** A refused or failed call. `status` is 0 where no answer came. */
export class HttpError extends Error {
  override readonly name = 'HttpError'

  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly errors: FieldErrors = {},
    readonly retryAfter: number | null = null,
    /** The answer's `error`, where it has one. */
    readonly reason: string | null = null,
    /** How the server's log calls the request. */
    readonly requestId: string | null = null,
    private readonly params: ErrorParams = {},
  ) {
    super(message)
  }

  /** The error as the page shows it. */
  get errorMessage(): ErrorMessage {
    return { code: this.code, params: this.params, text: this.message }
  }

  /** The key errors end a session; they are answered by the session policy, not by screens. */
  get isKeyError(): boolean {
    return this.code === 'errors.channel_key' || this.code === 'errors.api_key'
  }
}

/** The server knows no such thing, or does not show it here. */
export const isNotFound = (error: unknown): boolean => error instanceof HttpError && error.status === 404

/** The marker of a call that its own caller gave up. It passes through every policy untouched. */
export class CanceledError extends Error {
  override readonly name = 'Cancelled'

  constructor() {
    super('cancelled')
  }
}

export const isCanceled = (error: unknown): error is CanceledError => error instanceof CanceledError
