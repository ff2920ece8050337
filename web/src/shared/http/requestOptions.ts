export interface RequestOptions {
  signal?: AbortSignal
  /** Statuses that show the global error notice. A screen that shows its own errors passes `[]`. */
  globalErrorStatuses?: readonly number[]
  /** A 401 means only that nobody is logged in (profile request). It does not reset the viewer. */
  allow401?: boolean
  /** Headers besides those that every request has. */
  headers?: Readonly<Record<string, string>>
  /** Requests with the same key count as one request. */
  idempotencyKey?: string
  /** Bypass the browser's cache and read from the server. */
  fresh?: boolean
  /** Finish the request even if the viewer leaves the page (64 kB at most). */
  keepalive?: boolean
}

/** Return the options of a request whose caller shows its own errors, without a global notice. */
export const withoutGlobalError = (signal?: AbortSignal): RequestOptions => ({
  signal,
  globalErrorStatuses: [],
})
