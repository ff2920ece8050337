export interface RequestOptions {
  signal?: AbortSignal
  /** Statuses that raise the global error notice. A screen that shows its own error passes `[]`. */
  globalErrorStatuses?: readonly number[]
  /** A 401 here says only that nobody is logged in (the profile call). */
  allow401?: boolean
  /** The same key means the same request, however often it is sent. */
  idempotencyKey?: string
  /** As it is on the server now, whatever the browser has kept. */
  fresh?: boolean
  /** Sent to its end although the page goes away (64 kB at most). */
  keepalive?: boolean
}

/** The options of a call whose caller shows its own errors: no global notice. */
export const withoutGlobalError = (signal?: AbortSignal): RequestOptions => ({
  signal,
  globalErrorStatuses: [],
})
