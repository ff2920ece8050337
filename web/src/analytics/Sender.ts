import { serverNow } from '@/shared/clock'
import {
  ANALYTICS_MOST_AT_ONCE,
  ANALYTICS_MOST_WAITING,
  ANALYTICS_RETRY_MS,
  ANALYTICS_SEND_MS,
  ANALYTICS_SESSION_LIFETIME_MS,
} from '@/shared/constants'
import type { BrowserStorage } from '@/shared/storage/storage'
import { type Body, type DatalakeApi, PATHS, type Path } from './api'
import type { ReportTokens } from './ReportTokens'

const NAME = 'analytics_queue'

interface Waiting {
  path: Path
  body: Body
}

interface Around {
  api: Pick<DatalakeApi, 'send' | 'leave'>
  storage: BrowserStorage
  /** The session that all of it belongs to; null where there is none now. */
  session: { readonly present: string | null; get(): Promise<string | null> }
  tokens: Pick<ReportTokens, 'sign' | 'prepare' | 'forget'>
  /** Whether what waits for a line may be kept in the browser. */
  keeps: () => boolean
  now?: () => number
}

/**
 * What waits to be sent: lists every few seconds, the rest as the page goes away. Without a line it waits, so
 * much of it and not more; the oldest goes first.
 */
export class Sender {
  private waiting: Waiting[] = []
  private sending = false
  /** On their way: the browser brings them there although the page goes away. */
  private onTheWay: readonly Waiting[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Not before then: the server did not answer. */
  private notBefore = 0

  constructor(private readonly around: Around) {}

  get size(): number {
    return this.waiting.length
  }

  add(path: Path, body: Body): void {
    this.put([{ path, body }])
    const { session, tokens } = this.around
    // Now, so that it is here if the page goes away soon.
    if (session.present) void tokens.prepare(session.present, path, body)
    this.plan()
  }

  /** Takes up what an earlier visit could not send. */
  takeUp(): void {
    const { keeps, storage } = this.around
    const kept = keeps() ? storage.get<Waiting[]>(NAME) : null
    storage.remove(NAME)
    if (!Array.isArray(kept)) return
    // Of longer ago than a session lasts, the server wants to know nothing.
    const since = this.now() - ANALYTICS_SESSION_LIFETIME_MS
    const young = kept.filter(({ body }) => Number(body.at) > since)
    this.waiting = [...young, ...this.waiting].slice(-ANALYTICS_MOST_WAITING)
    this.plan()
  }

  /** Sends what waits, list by list; what does not get there waits on. */
  async send(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.sending || this.waiting.length === 0) return
    this.sending = true
    const isThere = await this.sendAll().finally(() => {
      this.sending = false
    })
    if (!isThere) this.notBefore = this.now() + ANALYTICS_RETRY_MS
    if (this.waiting.length > 0) this.plan()
  }

  /** The page goes away, perhaps for good: all at once, or kept for the next visit. */
  leave(): void {
    const { api, session, keeps, storage } = this.around
    const { present } = session
    // A server that did not answer just now takes no beacon either; only what cannot be kept is risked.
    if (present && navigator.onLine && (this.now() >= this.notBefore || !keeps())) {
      for (const list of this.lists(this.still)) {
        if (!api.leave(list.path, this.bodies(list.facts, present))) break
        this.done(list.facts)
      }
    }
    const { still } = this
    if (still.length === 0 || !keeps()) return
    const before = storage.get<Waiting[]>(NAME) ?? []
    const kept = [...before, ...still].slice(-ANALYTICS_MOST_WAITING)
    storage.set(NAME, kept, ANALYTICS_SESSION_LIFETIME_MS)
    this.done(still)
  }

  /** Nothing of it is sent any more. */
  forget(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.waiting = []
    this.around.tokens.forget()
    this.around.storage.remove(NAME)
  }

  private async sendAll(): Promise<boolean> {
    const { api, session } = this.around
    const name = await session.get()
    if (!name) return false
    // Meanwhile the viewer may say no, or the page go away with the rest: what waits is looked at each time.
    for (let next = this.next; next && session.present === name; next = this.next) {
      if (!(await this.prepare(next.facts, name))) return false
      const facts = next.facts.filter(one => this.waiting.includes(one))
      if (session.present !== name || facts.length === 0) continue
      this.onTheWay = facts
      const isThere = await api.send(next.path, this.bodies(facts, name))
      this.onTheWay = []
      if (!isThere) return false
      this.done(facts)
    }
    return true
  }

  private async prepare(facts: readonly Waiting[], session: string): Promise<boolean> {
    const { tokens } = this.around
    const ready = await Promise.all(facts.map(({ path, body }) => tokens.prepare(session, path, body)))
    return ready.every(Boolean)
  }

  /** A session names itself; all else tells to which it belongs. */
  private bodies(facts: readonly Waiting[], session: string): Body[] {
    return facts.map(({ path, body }) =>
      this.around.tokens.sign(session, path, {
        ...(path === 'session' ? { session } : { session_uuid: session }),
        ...body,
      }),
    )
  }

  private get next(): { path: Path; facts: Waiting[] } | undefined {
    return this.lists(this.waiting)[0]
  }

  /** Sessions first: what belongs to one comes after it. */
  private lists(waiting: readonly Waiting[]): { path: Path; facts: Waiting[] }[] {
    return PATHS.flatMap(path => {
      const all = waiting.filter(one => one.path === path)
      const many = Math.ceil(all.length / ANALYTICS_MOST_AT_ONCE)
      return Array.from({ length: many }, (_, nth) => ({
        path,
        facts: all.slice(nth * ANALYTICS_MOST_AT_ONCE, (nth + 1) * ANALYTICS_MOST_AT_ONCE),
      }))
    })
  }

  /** What nobody is bringing anywhere yet. */
  private get still(): Waiting[] {
    return this.waiting.filter(one => !this.onTheWay.includes(one))
  }

  private put(more: Waiting[]): void {
    this.waiting = [...this.waiting, ...more].slice(-ANALYTICS_MOST_WAITING)
  }

  private done(sent: readonly Waiting[]): void {
    this.waiting = this.waiting.filter(one => !sent.includes(one))
  }

  private plan(): void {
    const wait = Math.max(ANALYTICS_SEND_MS, this.notBefore - this.now())
    this.timer ??= setTimeout(() => void this.send(), wait)
  }

  private now(): number {
    return (this.around.now ?? serverNow)()
  }
}
