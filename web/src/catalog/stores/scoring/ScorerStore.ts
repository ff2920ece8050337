import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { type ErrorMessage, HttpError } from '@/shared/http/errors'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { MAX_BATCH, type ScoredEvent, type TimelineClient, type TimelineUpdate } from '../../scorerApi'
import { fold, NEW_SCOREBOARD, type Scoreboard } from '../../scoring/fold'
import type { ScoredSport } from '../../scoring/sport'
import {
  compareEntries,
  type EntryFields,
  type EntryKind,
  findUndone,
  type StoredEntry,
  type TimelineEntry,
} from '../../scoring/timeline'
import { EntryQueue, type RefusedEntry } from './EntryQueue'
import { PollDelay } from './PollDelay'
import { ServerClock } from './ServerClock'

const POLL_MS = 2000
const REQUEST_TIMEOUT_MS = 10_000
const MAX_DELAY_MS = 15_000
const OFFSET = 'score_clock_offset'
/** The codes and statuses that end the right to keep the score. */
const END_CODES = ['errors.scorer_signed_out', 'errors.scorer_link']
const END_STATUSES = [401, 403, 404]

/** A press, or an entry of another scorer. Entries that wait to be sent have no author. */
export type ShownEntry = TimelineEntry & Partial<Pick<StoredEntry, 'author' | 'revision'>>

/** `ended`: the session is over. What waits is kept, and sent by the next session of this device. */
export type ScorerState = 'loading' | 'failed' | 'ready' | 'ended'

interface Options {
  clock?: ServerClock
  delay?: PollDelay
  createId?: () => string
}

/**
 * Keeps the score of one event, on the phone of a scorer or in the studio.
 *
 * Its entries are those of the server and the own ones that wait. A press counts at once, is stored at once, and is
 * sent as soon as the server can be reached: in order, in batches, and never twice, because the server keeps each id
 * once. The server's entry replaces the own one, and may have another time.
 */
export class ScorerStore {
  state: ScorerState = 'loading'
  error: ErrorMessage | null = null
  event: ScoredEvent | null = null
  sport: ScoredSport | null = null
  /** The system that keeps the score now; null if scorers do. */
  source: string | null = null
  /** What the last request says about the connection. */
  connection: 'online' | 'unreachable' = 'online'
  waiting: readonly TimelineEntry[] = []
  refused: readonly RefusedEntry[] = []
  private stored: ReadonlyMap<string, StoredEntry> = new Map()
  private own: ReadonlySet<string> = new Set()
  private queue: EntryQueue | null = null
  private controller: AbortController | null = null
  private revision = 0
  private failures = 0
  private batchSize = MAX_BATCH
  private lastPressMs = 0
  private readonly clock: ServerClock
  private readonly delay: PollDelay
  private readonly createId: () => string

  constructor(
    private readonly client: TimelineClient,
    private readonly storage: BrowserStorage,
    options: Options = {},
  ) {
    this.clock = options.clock ?? new ServerClock(storage.get<number>(OFFSET) ?? 0)
    this.delay = options.delay ?? new PollDelay()
    this.createId = options.createId ?? (() => crypto.randomUUID())
    makeObservable<ScorerStore, 'stored' | 'own' | 'merge' | 'adopt'>(this, {
      state: observable,
      error: observableRef,
      event: observableRef,
      sport: observableRef,
      source: observable,
      connection: observable,
      isUnreachable: computed,
      waiting: observableRef,
      refused: observableRef,
      stored: observableRef,
      own: observableRef,
      entries: computed,
      undone: computed,
      snapshots: computed,
      lastOwn: computed,
      lastOther: computed,
      press: action,
      clearRefused: action,
      merge: action,
      adopt: action,
    })
  }

  /** Whether the last request got no answer. */
  get isUnreachable(): boolean {
    return this.connection === 'unreachable'
  }

  /** All entries in order, with those that wait. */
  get entries(): readonly ShownEntry[] {
    const waiting = this.waiting.filter(({ id }) => !this.stored.has(id))
    return [...this.stored.values(), ...waiting].sort(compareEntries)
  }

  /** The ids of the entries that are undone. */
  get undone(): ReadonlySet<string> {
    return findUndone(this.entries)
  }

  get snapshots() {
    return this.sport ? fold(this.sport, this.entries) : []
  }

  get scoreboard(): Scoreboard {
    return this.snapshots.at(-1)?.scoreboard ?? NEW_SCOREBOARD
  }

  /** The last entry of this device that can be undone; null if there is none. */
  get lastOwn(): ShownEntry | null {
    const isOpen = ({ id, kind }: ShownEntry) => this.own.has(id) && kind !== 'undone' && !this.undone.has(id)
    return this.entries.findLast(isOpen) ?? null
  }

  /** The last entry that another scorer or a system made; null if there is none. */
  get lastOther(): StoredEntry | null {
    let last: StoredEntry | null = null
    for (const entry of this.stored.values()) {
      if (!this.own.has(entry.id) && entry.revision > (last?.revision ?? 0)) last = entry
    }
    return last
  }

  isOwn(id: string): boolean {
    return this.own.has(id)
  }

  /** The server's time. */
  now(): number {
    return this.clock.now()
  }

  /** Load the timeline, send what waits, and follow the others until `stop`. */
  start(): void {
    this.controller?.abort()
    const controller = new AbortController()
    this.controller = controller
    this.failures = 0
    addEventListener('online', this.retryNow, { signal: controller.signal })
    void this.run(controller.signal)
  }

  stop(): void {
    this.controller?.abort()
    this.controller = null
    this.delay.wake()
  }

  /** Send what waits now, instead of after the delay that follows a failure. */
  readonly retryNow = (): void => {
    this.failures = 0
    this.delay.wake()
  }

  /** Record something that happened now. Return its entry. */
  press(kind: EntryKind, fields: EntryFields = {}): TimelineEntry {
    if (!this.queue) throw new Error('the timeline has not loaded')
    // Each press is later than the one before, and an undo or a correction later than its target.
    const target =
      fields.target === undefined ? undefined : this.entries.find(({ id }) => id === fields.target)
    const atMs = Math.max(this.clock.now(), this.lastPressMs + 1, (target?.at_ms ?? 0) + 1)
    this.lastPressMs = atMs
    const entry: TimelineEntry = { id: this.createId(), kind, at_ms: atMs, ...fields }
    this.adopt(this.queue.add(entry))
    if (this.failures === 0) this.delay.wake()
    return entry
  }

  clearRefused(): void {
    if (this.queue) this.adopt(this.queue.clearRefused())
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const delay = await this.sync(signal)
      if (signal.aborted || delay === null) return
      if (delay > 0) await this.delay.wait(delay)
    }
  }

  /** Load the timeline, or send one batch. Return the delay until the next request; null after the end. */
  private async sync(signal: AbortSignal): Promise<number | null> {
    const batch = this.waiting.slice(0, this.batchSize)
    const requestSignal = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)])
    const requestedAt = this.clock.startRequest()
    try {
      if (!this.event) await this.load(requestSignal, requestedAt)
      else await this.send(batch, requestSignal, requestedAt)
      if (signal.aborted) return null
      this.failures = 0
      runInAction(() => {
        this.connection = 'online'
      })
      // What the server has not confirmed stays in the queue, and is sent again a little later.
      const isStuck = batch.some(({ id }) => !this.stored.has(id))
      return this.waiting.length > 0 && !isStuck ? 0 : POLL_MS
    } catch (error) {
      return signal.aborted ? null : this.handleError(error, batch)
    }
  }

  private async load(signal: AbortSignal, requestedAt: number): Promise<void> {
    const timeline = await this.client.load(signal)
    if (signal.aborted) return
    runInAction(() => {
      this.queue = new EntryQueue(this.storage, timeline.event.id)
      this.adopt(this.queue.read())
      this.event = timeline.event
      this.sport = timeline.sport
      this.stored = new Map()
      this.revision = 0
      this.merge(timeline, requestedAt)
      this.state = 'ready'
      this.error = null
    })
  }

  private async send(
    batch: readonly TimelineEntry[],
    signal: AbortSignal,
    requestedAt: number,
  ): Promise<void> {
    const update = await this.client.send(batch, this.revision, signal)
    this.merge(update, requestedAt)
    // An entry that the server has, but that this page lacks: another tab may have sent it and removed it.
    if (batch.some(({ id }) => !this.stored.has(id))) {
      this.merge(await this.client.send([], 0, signal), null)
    }
    this.adopt(this.queue?.remove(new Set(this.stored.keys())))
    if (this.waiting.length === 0) this.batchSize = MAX_BATCH
  }

  /** Add entries of the server, and take its clock. Entries that waited are its own now. */
  private merge(update: TimelineUpdate, requestedAt: number | null): void {
    if (requestedAt !== null) this.clock.sync(update.now_ms, requestedAt)
    this.source = update.source
    this.revision = Math.max(this.revision, ...update.entries.map(({ revision }) => revision))
    if (update.entries.length > 0) {
      this.stored = new Map([...this.stored, ...update.entries.map(entry => [entry.id, entry] as const)])
      this.adopt(this.queue?.remove(new Set(this.stored.keys())))
    }
    this.storage.set(OFFSET, this.clock.offset)
  }

  private adopt(saved: ReturnType<EntryQueue['read']> | undefined): void {
    if (!saved) return
    this.waiting = saved.waiting
    this.refused = saved.refused
    if (saved.own.length !== this.own.size) this.own = new Set(saved.own)
  }

  /** Return the delay until the next request; null if there is none. */
  private handleError(error: unknown, batch: readonly TimelineEntry[]): number | null {
    if (error instanceof HttpError && hasEnded(error)) {
      runInAction(() => {
        this.state = 'ended'
        this.error = error.errorMessage
      })
      return null
    }
    if (error instanceof HttpError && error.status === 422 && batch.length > 0) {
      return this.refuse(error, batch)
    }
    const retryAfter = error instanceof HttpError ? error.retryAfter : null
    const delay = Math.min(MAX_DELAY_MS, 1000 * 2 ** this.failures)
    this.failures += 1
    runInAction(() => {
      this.connection = 'unreachable'
      if (!this.event) this.state = 'failed'
      this.error = error instanceof HttpError ? error.errorMessage : null
    })
    return retryAfter === null ? delay : retryAfter * 1000
  }

  /** Find the entry that the server refuses: send one at a time. Report it, and go on with the others. */
  private refuse(error: HttpError, batch: readonly TimelineEntry[]): number {
    const [entry] = batch
    if (batch.length > 1) this.batchSize = 1
    else if (entry && this.queue) {
      const [field] = Object.values(error.errors)
      runInAction(() => this.adopt(this.queue?.refuse(entry, field?.[0] ?? error.errorMessage)))
    }
    return 0
  }
}

const hasEnded = (error: HttpError) =>
  END_CODES.includes(error.code) || (END_STATUSES.includes(error.status) && !error.isKeyError)
