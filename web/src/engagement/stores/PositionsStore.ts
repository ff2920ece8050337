import { action, computed, makeObservable, observableRef } from 'mobx'
import { serverNow } from '@/shared/clock'
import type { ContentRef } from '@/shared/contexts/slots'
import { HttpError } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import type { Viewer } from '@/shared/shell'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { EngagementApi } from '../api'
import type { EngagementStore } from '../EngagementStore'
import { contentKey, type Position } from '../model'
import { PositionQueue, type PositionUpdate } from './PositionQueue'

/** How often the server hears where watching is. */
export const SEND_INTERVAL_MS = 10_000
/** What waited longer for a line may be older than what another device has told since. */
export const STALE_AFTER_MS = 60_000
/** Less than this was only looked into; after this share it was seen. The server has the same rule. */
export const MIN_SECONDS = 10
export const COMPLETED_SHARE = 0.95

/**
 * Where the viewer stopped watching (issue: resume on any device).
 *
 * It is told every 10 s while the picture moves, at a pause and when the page is left. What cannot be told
 * waits in this browser, the newest of each thing alone, and goes when there is a line again.
 */
export class PositionsStore {
  readonly list = new AsyncValue<Position[]>()
  private positions: ReadonlyMap<string, Position> = new Map()
  private readonly queue: PositionQueue
  private current: PositionUpdate | null = null
  private sentAt = 0
  private sentPosition: number | null = null
  private isSending = false

  constructor(
    private readonly api: EngagementApi,
    storage: BrowserStorage,
    private readonly viewer: Pick<Viewer, 'id'>,
    private readonly clock: () => number = serverNow,
  ) {
    this.queue = new PositionQueue(storage)
    makeObservable<PositionsStore, 'positions' | 'setPosition'>(this, {
      positions: observableRef,
      inProgress: computed,
      setPosition: action,
      reset: action,
    })
  }

  /** What is begun and not seen, the newest first. */
  get inProgress(): readonly Position[] {
    return [...this.positions.values()].toSorted((one, other) => (one.watched_at < other.watched_at ? 1 : -1))
  }

  /** How far one thing was watched. */
  get({ kind, id }: ContentRef): Position | null {
    return this.positions.get(contentKey(kind, id)) ?? null
  }

  /** Asks for all of them, once. */
  async load(): Promise<void> {
    if (this.viewer.id === null || this.list.busy || (this.list.value && !this.list.error)) return
    await this.list.load(signal => this.api.positions(undefined, signal))
    for (const row of this.list.value ?? []) this.applyRow(row)
  }

  /**
   * Where to begin, asked anew: another device may have gone on. 0 is the start.
   *
   * @throws HttpError where the server does not say.
   */
  async getStart(what: ContentRef): Promise<number> {
    await this.sendQueue()
    const waiting = this.queue.get(this.viewer.id, what)
    if (waiting) return isInProgress(waiting) ? waiting.position : 0
    const [row] = await this.api.positions(what)
    if (row) this.applyRow(row)
    return row?.position ?? 0
  }

  /** Watching is here; told several times a second. A length that is not known cannot be a share of anything. */
  update(what: ContentRef, position: number, duration: number): void {
    if (!Number.isFinite(duration) || duration <= 0) return
    const same =
      this.current &&
      contentKey(this.current.what.kind, this.current.what.id) === contentKey(what.kind, what.id)
    if (this.current && !same) this.flush()
    if (!same) this.sentAt = this.clock()
    this.current = { what, position: Math.floor(position), duration: Math.round(duration), at: this.clock() }
    if (this.clock() - this.sentAt >= SEND_INTERVAL_MS) this.flush()
  }

  /** Tells where watching is now, unless that was told; `leaving` where the page goes away. */
  flush(leaving = false): void {
    const { current: now } = this
    if (!now || this.viewer.id === null || now.position === this.sentPosition) return
    this.sentAt = this.clock()
    this.sentPosition = now.position
    this.applyUpdate(now)
    this.queue.add(this.viewer.id, now)
    // A page that goes away has time for one call alone.
    if (leaving) void this.send(now, true).catch(() => undefined)
    else void this.sendQueue()
  }

  /** Nothing is watched any more: says where that was. */
  stop(): void {
    this.flush()
    this.current = null
    this.sentPosition = null
  }

  /** Sends what waits, one after the other, until nothing waits or one cannot be sent. */
  async sendQueue(): Promise<void> {
    if (this.isSending) return
    this.isSending = true
    try {
      for (let sending = this.nextQueued; sending; sending = this.nextQueued) {
        const old = this.clock() - sending.at >= STALE_AFTER_MS
        if (old && (await this.isOutdated(sending))) this.queue.remove(this.viewer.id, sending)
        else await this.send(sending)
      }
    } catch {
      // It waits for a line.
    } finally {
      this.isSending = false
    }
  }

  private get nextQueued(): PositionUpdate | undefined {
    return this.queue.all(this.viewer.id)[0]
  }

  /** Whether another device went on since; then its position stays. */
  private async isOutdated(sending: PositionUpdate): Promise<boolean> {
    const [row] = await this.api.positions(sending.what)
    if (!row || Date.parse(row.watched_at) <= sending.at) return false
    this.applyRow(row)
    return true
  }

  private async send(sending: PositionUpdate, leaving = false): Promise<void> {
    const { id } = this.viewer
    await this.api
      .savePosition(sending.what, sending.position, sending.duration, leaving)
      .catch(rethrowUnlessRejected)
    this.queue.remove(id, sending)
  }

  /**
   * Forgets how far one thing was watched; at once in the page.
   *
   * @throws HttpError where the server does not take it; it is known again then.
   */
  async delete(what: ContentRef): Promise<void> {
    const key = contentKey(what.kind, what.id)
    const before = this.positions.get(key)
    this.setPosition(key, null)
    this.queue.removeContent(this.viewer.id, what)
    try {
      await this.api.deletePosition(what)
    } catch (error) {
      if (before) this.setPosition(key, before)
      throw error
    }
  }

  /** Hears of pauses, of the page going away and of the line, for as long as the page stands. */
  listen(target: Pick<Window, 'addEventListener'> = window): void {
    // A pause does not bubble; on its way down everybody hears it.
    target.addEventListener('pause', () => this.flush(), true)
    target.addEventListener('pagehide', () => this.flush(true))
    target.addEventListener('visibilitychange', () => document.hidden && this.flush(true), true)
    target.addEventListener('online', () => void this.sendQueue())
  }

  reset(): void {
    this.list.clear()
    this.positions = new Map()
    this.current = null
    this.sentPosition = null
  }

  /** A row of the server; what this page knows better stays. */
  private applyRow(row: Position): void {
    const key = contentKey(row.kind, row.item_id)
    const known = this.positions.get(key)
    if (!known || known.watched_at < row.watched_at) this.setPosition(key, row)
  }

  private applyUpdate({ what, position, duration, at }: PositionUpdate): void {
    const key = contentKey(what.kind, what.id)
    if (!isInProgress({ position, duration })) this.setPosition(key, null)
    else {
      const watched_at = new Date(at).toISOString()
      this.setPosition(key, { kind: what.kind, item_id: what.id, position, duration, watched_at })
    }
  }

  private setPosition(key: string, row: Position | null): void {
    const known = new Map(this.positions)
    if (row) known.set(key, row)
    else known.delete(key)
    this.positions = known
  }
}

const isInProgress = ({ position, duration }: Pick<PositionUpdate, 'position' | 'duration'>): boolean =>
  position >= MIN_SECONDS && position <= duration * COMPLETED_SHARE

/** What the server refuses it would refuse again: it is given up. */
function rethrowUnlessRejected(error: unknown): void {
  const { status } = error instanceof HttpError ? error : { status: 0 }
  if (status < 400 || status >= 500 || status === 429) throw error
}

export const positionsStore = (api: Api, { shell }: Pick<EngagementStore, 'shell'>) => {
  const store = new PositionsStore(new EngagementApi(api), shell.storage, shell.viewer)
  store.listen()
  return store
}
