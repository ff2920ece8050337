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
  /** The session of all events. `current` is null if no session has started. */
  session: { readonly current: string | null; get(): Promise<string | null> }
  tokens: Pick<ReportTokens, 'sign' | 'prepare' | 'clear'>
  /** Whether unsent events may be stored in the browser. */
  canStore: () => boolean
  now?: () => number
}

/**
 * The unsent events. It sends them in batches every few seconds, and the rest when the page closes.
 *
 * While offline, the queue keeps events up to a limit and then drops the oldest.
 */
export class EventQueue {
  private queue: QueuedEvent[] = []
  private isSending = false
  /** The events of the current request. The browser completes it even if the page closes (`keepalive`). */
  private inFlight: readonly QueuedEvent[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  /** The earliest time of the next request, after the server did not respond. */
  private notBefore = 0

  constructor(private readonly deps: EventQueueDeps) {}

  get size(): number {
    return this.queue.length
  }

  add(path: Path, body: Body): void {
    this.save([{ path, body }])
    const { session, tokens } = this.deps
    // Get the token early, so that it is available if the page closes soon.
    if (session.current) void tokens.prepare(session.current, path, body)
    this.scheduleFlush()
  }

  /** Queue the events that an earlier visit could not send. */
  restore(): void {
    const { canStore, storage } = this.deps
    const stored = canStore() ? storage.get<QueuedEvent[]>(NAME) : null
    storage.remove(NAME)
    if (!Array.isArray(stored)) return
    // The server rejects events that are older than a session can be.
    const since = this.now() - ANALYTICS_SESSION_LIFETIME_MS
    const recent = stored.filter(({ body }) => Number(body.at) > since)
    this.queue = [...recent, ...this.queue].slice(-ANALYTICS_QUEUE_SIZE)
    this.scheduleFlush()
  }

  /** Send the queue in batches. Events that could not be sent stay in the queue. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.isSending || this.queue.length === 0) return
    this.isSending = true
    const isSent = await this.sendBatches().finally(() => {
      this.isSending = false
    })
    if (!isSent) this.notBefore = this.now() + ANALYTICS_RETRY_MS
    if (this.queue.length > 0) this.scheduleFlush()
  }

  /** Send the queue with beacons because the page may close. Store the rest for the next visit. */
  flushOnExit(): void {
    const { api, session, canStore, storage } = this.deps
    const { current: sessionHash } = session
    // Beacons have no response. If the last request failed, only send events that cannot be stored.
    if (sessionHash && navigator.onLine && (this.now() >= this.notBefore || !canStore())) {
      for (const batch of this.toBatches(this.pending)) {
        if (!api.sendBeacon(batch.path, this.toBodies(batch.events, sessionHash))) break
        this.removeSent(batch.events)
      }
    }
    const { pending: unsent } = this
    if (unsent.length === 0 || !canStore()) return
    const before = storage.get<QueuedEvent[]>(NAME) ?? []
    const stored = [...before, ...unsent].slice(-ANALYTICS_QUEUE_SIZE)
    storage.set(NAME, stored, ANALYTICS_SESSION_LIFETIME_MS)
    this.removeSent(unsent)
  }

  /** Delete all events and tokens without sending them. */
  clear(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.queue = []
    this.deps.tokens.clear()
    this.deps.storage.remove(NAME)
  }

  private async sendBatches(): Promise<boolean> {
    const { api, session } = this.deps
    const sessionHash = await session.get()
    if (!sessionHash) return false
    // During a request the viewer may decline tracking, or a beacon may send the rest: read the queue again each time.
    for (let next = this.nextBatch; next && session.current === sessionHash; next = this.nextBatch) {
      if (!(await this.prepareTokens(next.events, sessionHash))) return false
      const events = next.events.filter(event => this.queue.includes(event))
      if (session.current !== sessionHash || events.length === 0) continue
      this.inFlight = events
      const isSent = await api.send(next.path, this.toBodies(events, sessionHash))
      this.inFlight = []
      if (!isSent) return false
      this.removeSent(events)
    }
    return true
  }

  private async prepareTokens(events: readonly QueuedEvent[], session: string): Promise<boolean> {
    const { tokens } = this.deps
    const ready = await Promise.all(events.map(({ path, body }) => tokens.prepare(session, path, body)))
    return ready.every(Boolean)
  }

  /** Add the session and the token to each event. The field of the session has another name in `session`. */
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

  /** Group events by path. Sessions are first, because the server must know a session before its events. */
  private toBatches(events: readonly QueuedEvent[]): { path: Path; events: QueuedEvent[] }[] {
    return PATHS.flatMap(path => {
      const pathEvents = events.filter(event => event.path === path)
      const batchCount = Math.ceil(pathEvents.length / ANALYTICS_BATCH_SIZE)
      return Array.from({ length: batchCount }, (_, index) => ({
        path,
        events: pathEvents.slice(index * ANALYTICS_BATCH_SIZE, (index + 1) * ANALYTICS_BATCH_SIZE),
      }))
    })
  }

  /** The events that are not part of the current request. */
  private get pending(): QueuedEvent[] {
    return this.queue.filter(event => !this.inFlight.includes(event))
  }

  private save(events: QueuedEvent[]): void {
    this.queue = [...this.queue, ...events].slice(-ANALYTICS_QUEUE_SIZE)
  }

  private removeSent(sent: readonly QueuedEvent[]): void {
    this.queue = this.queue.filter(event => !sent.includes(event))
  }

  private scheduleFlush(): void {
    const delay = Math.max(ANALYTICS_SEND_INTERVAL_MS, this.notBefore - this.now())
    this.timer ??= setTimeout(() => void this.flush(), delay)
  }

  private now(): number {
    return (this.deps.now ?? serverNow)()
  }
}
