import { serverNow } from '@/shared/clock'
import {
  ANALYTICS_BATCH_SIZE,
  ANALYTICS_QUEUE_SIZE,
  ANALYTICS_RETRY_MS,
  ANALYTICS_SEND_INTERVAL_MS,
  ANALYTICS_SESSION_LIFETIME_MS,
} from '@/shared/constants'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { type Body, type DatalakeApi, PATHS, type Path } from './api'
import type { ReportTokens } from './ReportTokens'

const NAME = 'analytics_queue'

interface QueuedEvent {
  path: Path
  body: Body
}

interface EventQueueDeps {
  api: Pick<DatalakeApi, 'send' | 'sendBeacon'>
  storage: BrowserStorage
  /** The session that all of it belongs to; null where there is none now. */
  session: { readonly current: string | null; get(): Promise<string | null> }
  tokens: Pick<ReportTokens, 'sign' | 'prepare' | 'clear'>
  /** Whether what waits for a line may be kept in the browser. */
  canStore: () => boolean
  now?: () => number
}

/**
 * What waits to be sent: lists every few seconds, the rest as the page goes away. Without a line it waits, so
 * much of it and not more; the oldest goes first.
 */
export class EventQueue {
  private queue: QueuedEvent[] = []
  private isSending = false
  /** On their way: the browser brings them there although the page goes away. */
  private inFlight: readonly QueuedEvent[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Not before then: the server did not answer. */
  private notBefore = 0

  constructor(private readonly deps: EventQueueDeps) {}

  get size(): number {
    return this.queue.length
  }

  add(path: Path, body: Body): void {
    this.store([{ path, body }])
    const { session, tokens } = this.deps
    // Now, so that it is here if the page goes away soon.
    if (session.current) void tokens.prepare(session.current, path, body)
    this.scheduleFlush()
  }

  /** Takes up what an earlier visit could not send. */
  restore(): void {
    const { canStore: keeps, storage } = this.deps
    const kept = keeps() ? storage.get<QueuedEvent[]>(NAME) : null
    storage.remove(NAME)
    if (!Array.isArray(kept)) return
    // Of longer ago than a session lasts, the server wants to know nothing.
    const since = this.now() - ANALYTICS_SESSION_LIFETIME_MS
    const young = kept.filter(({ body }) => Number(body.at) > since)
    this.queue = [...young, ...this.queue].slice(-ANALYTICS_QUEUE_SIZE)
    this.scheduleFlush()
  }

  /** Sends what waits, list by list; what does not get there waits on. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.isSending || this.queue.length === 0) return
    this.isSending = true
    const isThere = await this.sendBatches().finally(() => {
      this.isSending = false
    })
    if (!isThere) this.notBefore = this.now() + ANALYTICS_RETRY_MS
    if (this.queue.length > 0) this.scheduleFlush()
  }

  /** The page goes away, perhaps for good: all at once, or kept for the next visit. */
  flushOnExit(): void {
    const { api, session, canStore: keeps, storage } = this.deps
    const { current: present } = session
    // A server that did not answer just now takes no beacon either; only what cannot be kept is risked.
    if (present && navigator.onLine && (this.now() >= this.notBefore || !keeps())) {
      for (const list of this.toBatches(this.pending)) {
        if (!api.sendBeacon(list.path, this.toBodies(list.events, present))) break
        this.removeSent(list.events)
      }
    }
    const { pending: still } = this
    if (still.length === 0 || !keeps()) return
    const before = storage.get<QueuedEvent[]>(NAME) ?? []
    const kept = [...before, ...still].slice(-ANALYTICS_QUEUE_SIZE)
    storage.set(NAME, kept, ANALYTICS_SESSION_LIFETIME_MS)
    this.removeSent(still)
  }

  /** Nothing of it is sent any more. */
  clear(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.queue = []
    this.deps.tokens.clear()
    this.deps.storage.remove(NAME)
  }

  private async sendBatches(): Promise<boolean> {
    const { api, session } = this.deps
    const name = await session.get()
    if (!name) return false
    // Meanwhile the viewer may say no, or the page go away with the rest: what waits is looked at each time.
    for (let next = this.nextBatch; next && session.current === name; next = this.nextBatch) {
      if (!(await this.prepareTokens(next.events, name))) return false
      const events = next.events.filter(one => this.queue.includes(one))
      if (session.current !== name || events.length === 0) continue
      this.inFlight = events
      const isThere = await api.send(next.path, this.toBodies(events, name))
      this.inFlight = []
      if (!isThere) return false
      this.removeSent(events)
    }
    return true
  }

  private async prepareTokens(events: readonly QueuedEvent[], session: string): Promise<boolean> {
    const { tokens } = this.deps
    const ready = await Promise.all(events.map(({ path, body }) => tokens.prepare(session, path, body)))
    return ready.every(Boolean)
  }

  /** A session names itself; all else tells to which it belongs. */
  private toBodies(events: readonly QueuedEvent[], session: string): Body[] {
    return events.map(({ path, body }) =>
      this.deps.tokens.sign(session, path, {
        ...(path === 'session' ? { session } : { session_uuid: session }),
        ...body,
      }),
    )
  }

  private get nextBatch(): { path: Path; events: QueuedEvent[] } | undefined {
    return this.toBatches(this.queue)[0]
  }

  /** Sessions first: what belongs to one comes after it. */
  private toBatches(waiting: readonly QueuedEvent[]): { path: Path; events: QueuedEvent[] }[] {
    return PATHS.flatMap(path => {
      const all = waiting.filter(one => one.path === path)
      const many = Math.ceil(all.length / ANALYTICS_BATCH_SIZE)
      return Array.from({ length: many }, (_, nth) => ({
        path,
        events: all.slice(nth * ANALYTICS_BATCH_SIZE, (nth + 1) * ANALYTICS_BATCH_SIZE),
      }))
    })
  }

  /** What nobody is bringing anywhere yet. */
  private get pending(): QueuedEvent[] {
    return this.queue.filter(one => !this.inFlight.includes(one))
  }

  private store(more: QueuedEvent[]): void {
    this.queue = [...this.queue, ...more].slice(-ANALYTICS_QUEUE_SIZE)
  }

  private removeSent(sent: readonly QueuedEvent[]): void {
    this.queue = this.queue.filter(one => !sent.includes(one))
  }

  private scheduleFlush(): void {
    const wait = Math.max(ANALYTICS_SEND_INTERVAL_MS, this.notBefore - this.now())
    this.timer ??= setTimeout(() => void this.flush(), wait)
  }

  private now(): number {
    return (this.deps.now ?? serverNow)()
  }
}
