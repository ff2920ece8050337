import type { Fetch } from '@/shared/http/client'
import type { RequestEvent, TelemetryEvent, UncaughtErrorEvent } from '@/shared/telemetry'
import { routePattern, safePath } from './routePattern'

const ENDPOINT = '/client-errors'
/** The limit per page load. A broken page must not send a report for every image. */
const MAX_REPORTS = 10
const MAX_STACK_LENGTH = 2_000
const MAX_MESSAGE_LENGTH = 300
/** Text that may identify a person: email addresses, and long tokens with a digit. */
const EMAIL = /[^\s@<>"'()]+@[^\s@<>"'()]+/g
const SECRET = /\b(?=[\w-]*\d)[\w-]{16,}\b/g
/** The query or fragment of a URL, without the line and column that a stack trace appends. */
const QUERY = /[?#][^\s)'"]*?(?=:\d+(?::\d+)?(?=[\s)'"]|$)|[\s)'"]|$)/g

interface ErrorReporterDeps {
  fetch?: Fetch
  pagePath: () => string
  isOnline?: () => boolean
  /** The build of the page, if known. */
  release?: string
}

/** Reports errors in this browser to the server, without queries, keys or email addresses. */
export class ErrorReporter {
  private reportCount = 0
  private readonly seenMessages = new Set<string>()

  constructor(private readonly deps: ErrorReporterDeps) {}

  handleEvent(event: TelemetryEvent): void {
    if (event.name === 'fault') this.send(this.uncaughtErrorReport(event.payload))
    else if (event.name === 'request' && this.isBroken(event.payload))
      this.send(this.requestReport(event.payload))
  }

  /** Return whether a request failed on the server. A 4xx response or a failure while offline is not an error. */
  private isBroken({ status }: RequestEvent): boolean {
    return status >= 500 || (status === 0 && (this.deps.isOnline ?? (() => navigator.onLine))())
  }

  private uncaughtErrorReport({ kind, thrown }: UncaughtErrorEvent) {
    const { message, stack = null } = thrown instanceof Error ? thrown : new Error(String(thrown))
    return {
      kind,
      message: scrub(message, MAX_MESSAGE_LENGTH),
      stack: stack && scrub(stack, MAX_STACK_LENGTH),
    }
  }

  private requestReport({ method, path, status, requestId }: RequestEvent) {
    const message = `${method} ${routePattern(path)} ${status || 'no answer'}`
    return { kind: 'request', message, status, method, request_id: requestId }
  }

  private send(report: { message: string } & Record<string, unknown>): void {
    if (this.reportCount >= MAX_REPORTS || this.seenMessages.has(report.message)) return
    this.reportCount += 1
    this.seenMessages.add(report.message)
    const { pagePath: page, release, fetch = (...call) => globalThis.fetch(...call) } = this.deps
    const body = JSON.stringify({ ...report, url: safePath(page()), ...(release ? { release } : {}) })
    const headers = { 'Content-Type': 'application/json' }
    // Ignore a failure: reporting a failed report could loop forever.
    void fetch(ENDPOINT, { method: 'POST', headers, body, keepalive: true, credentials: 'omit' }).catch(
      () => undefined,
    )
  }
}

/** Remove queries, email addresses and keys from a text. */
export function scrub(text: string, maxLength: number): string {
  return text.replace(QUERY, '').replace(EMAIL, '(address)').replace(SECRET, '(key)').slice(0, maxLength)
}
