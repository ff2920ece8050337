import type { Fetch } from '@/shared/http/client'
import type { Fact, FaultTold, RequestTold } from '@/shared/telling'
import { pageOf, routeOf } from './routeOf'

const ADDRESS = '/client-errors'
/** So many of one page load: what is broken says so once, and not with every picture. */
const MOST = 10
const MOST_LETTERS = 2_000
const MESSAGE_LETTERS = 300
/** What could say who somebody is: addresses of letters, and anything long that is no word. */
const EMAIL = /[^\s@<>"'()]+@[^\s@<>"'()]+/g
const SECRET = /\b(?=[\w-]*\d)[\w-]{16,}\b/g
/** To the end of its address, less the line and column that a stack has there. */
const QUERY = /[?#][^\s)'"]*?(?=:\d+(?::\d+)?(?=[\s)'"]|$)|[\s)'"]|$)/g

interface Around {
  fetch?: Fetch
  page: () => string
  online?: () => boolean
  /** The build of the page, where it says so. */
  release?: string
}

/** What went wrong in this browser, told to the server: no query, no key, no address of a person. */
export class ErrorReporter {
  private told = 0
  private readonly known = new Set<string>()

  constructor(private readonly around: Around) {}

  hear(fact: Fact): void {
    if (fact.name === 'fault') this.tell(this.faultOf(fact.fact))
    else if (fact.name === 'request' && this.isBroken(fact.fact)) this.tell(this.requestOf(fact.fact))
  }

  /** A refusal (4xx) is an answer; a line that is not there is nobody's fault. */
  private isBroken({ status }: RequestTold): boolean {
    return status >= 500 || (status === 0 && (this.around.online ?? (() => navigator.onLine))())
  }

  private faultOf({ kind, thrown }: FaultTold) {
    const { message, stack = null } = thrown instanceof Error ? thrown : new Error(String(thrown))
    return {
      kind,
      message: scrubbed(message, MESSAGE_LETTERS),
      stack: stack && scrubbed(stack, MOST_LETTERS),
    }
  }

  private requestOf({ method, path, status, requestId }: RequestTold) {
    const message = `${method} ${routeOf(path)} ${status || 'no answer'}`
    return { kind: 'request', message, status, method, request_id: requestId }
  }

  private tell(report: { message: string } & Record<string, unknown>): void {
    if (this.told >= MOST || this.known.has(report.message)) return
    this.told += 1
    this.known.add(report.message)
    const { page, release, fetch = (...call) => globalThis.fetch(...call) } = this.around
    const body = JSON.stringify({ ...report, url: pageOf(page()), ...(release ? { release } : {}) })
    const headers = { 'Content-Type': 'application/json' }
    // It stays where it fails: a report of a report would never end.
    void fetch(ADDRESS, { method: 'POST', headers, body, keepalive: true, credentials: 'omit' }).catch(
      () => undefined,
    )
  }
}

/** Text without what could be a key or a person. */
export function scrubbed(text: string, most: number): string {
  return text.replace(QUERY, '').replace(EMAIL, '(address)').replace(SECRET, '(key)').slice(0, most)
}
