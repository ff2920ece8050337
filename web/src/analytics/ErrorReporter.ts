import type { Fetch } from '@/shared/http/client'
import type { RequestEvent, TelemetryEvent, UncaughtErrorEvent } from '@/shared/telemetry'
import { routePattern, safePath } from './routePattern'

const ENDPOINT = '/client-errors'
/** So many of one page load: what is broken says so once, and not with every picture. */
const MAX_REPORTS = 10
const MAX_STACK_LENGTH = 2_000
const MAX_MESSAGE_LENGTH = 300
/** What could say who somebody is: addresses of letters, and anything long that is no word. */
const EMAIL = /[^\s@<>"'()]+@[^\s@<>"'()]+/g
const SECRET = /\b(?=[\w-]*\d)[\w-]{16,}\b/g
/** To the end of its address, less the line and column that a stack has there. */
const QUERY = /[?#][^\s)'"]*?(?=:\d+(?::\d+)?(?=[\s)'"]|$)|[\s)'"]|$)/g

interface ErrorReporterDeps {
  fetch?: Fetch
  pagePath: () => string
  isOnline?: () => boolean
  /** The build of the page, where it says so. */
  release?: string
}

/** What went wrong in this browser, told to the server: no query, no key, no address of a person. */
export class ErrorReporter {
  private reportCount = 0
  private readonly seenMessages = new Set<string>()

  constructor(private readonly deps: ErrorReporterDeps) {}

  handleEvent(event: TelemetryEvent): void {
    if (event.name === 'fault') this.send(this.uncaughtErrorReport(event.payload))
    else if (event.name === 'request' && this.isBroken(event.payload))
      this.send(this.requestReport(event.payload))
  }

  /** A refusal (4xx) is an answer; a line that is not there is nobody's fault. */
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
    // It stays where it fails: a report of a report would never end.
    void fetch(ENDPOINT, { method: 'POST', headers, body, keepalive: true, credentials: 'omit' }).catch(
      () => undefined,
    )
  }
}

/** Text without what could be a key or a person. */
export function scrub(text: string, most: number): string {
  return text.replace(QUERY, '').replace(EMAIL, '(address)').replace(SECRET, '(key)').slice(0, most)
}
