export type ErrorParams = Readonly<Record<string, string | number>>

/** An error: its code, the values in its text, and the server's English text for an unknown code. */
export interface ErrorMessage {
  readonly code: string
  readonly params?: ErrorParams
  readonly text?: string
}

export type FieldErrors = Readonly<Record<string, readonly ErrorMessage[]>>

/** The fields of an error response (RFC 9457) that the web app reads. */
export interface Problem {
  status?: number
  code?: string
  title?: string
  detail?: string
  message?: string
  /** The values in the message, by their names in the template. */
  params?: ErrorParams
  errors?: Record<string, string[]>
  /** The code and values of each message in `errors`. */
  error_codes?: Record<string, ErrorMessage[]>
  /** A machine-readable reason that the page handles: `second_factor_required`, `slow_down`. */
  error?: string
}

/** Error codes. `network`: no response. `timeout`: no response within 30 s. The server defines all other codes. */
export type ErrorCode = 'network' | 'timeout' | 'errors.channel_key' | 'errors.api_key' | (string & {})

/** A rejected or failed request. `status` is 0 if there was no response. */
export class HttpError extends Error {
  override readonly name = 'HttpError'

  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly errors: FieldErrors = {},
    readonly retryAfter: number | null = null,
    /** The `error` field of the response, if any. */
    readonly reason: string | null = null,
    /** The id of the request in the server's log. */
    readonly requestId: string | null = null,
    private readonly params: ErrorParams = {},
    /** The whole error response, for the fields of a single error. */
    readonly problem: Problem = {},
  ) {
    super(message)
  }

  /** The error in the form that the page shows. */
  get errorMessage(): ErrorMessage {
    return { code: this.code, params: this.params, text: this.message }
  }

  /** Whether the error concerns a key. It ends the session, so `Session` handles it, not the screens. */
  get isKeyError(): boolean {
    return this.code === 'errors.channel_key' || this.code === 'errors.api_key'
  }
}

/** Return whether the item does not exist or is not visible here. */
export const isNotFound = (error: unknown): boolean => error instanceof HttpError && error.status === 404

/** Thrown when the caller aborts its own request. Error handlers pass it on unchanged. */
export class CanceledError extends Error {
  override readonly name = 'Cancelled'

  constructor() {
    super('cancelled')
  }
}

export const isCanceled = (error: unknown): error is CanceledError => error instanceof CanceledError
