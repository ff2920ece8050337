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

/** Milliseconds between two position updates to the server. */
export const SEND_INTERVAL_MS = 10_000
/** Milliseconds after which a queued position may be older than a position of another device. */
export const STALE_AFTER_MS = 60_000
/** Fewer seconds do not count as started, and a larger share counts as completed. The server uses the same rule. */
export const MIN_SECONDS = 10
export const COMPLETED_SHARE = 0.95

/**
 * The watch positions of the viewer, so that playback resumes on any device.
 *
 * The store sends the position every 10 seconds during playback, on pause and when the page closes. Without a
 * connection, the browser queues the newest position of each video and sends it later.
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

  /** The positions of started and not completed videos, newest first. */
  get inProgress(): readonly Position[] {
    return [...this.positions.values()].toSorted((a, b) => (a.watched_at < b.watched_at ? 1 : -1))
  }

  /** Return the position of one video, or null if it is not in progress. */
  get({ kind, id }: ContentRef): Position | null {
    return this.positions.get(contentKey(kind, id)) ?? null
  }

  /** Load all positions, once. */
  async load(): Promise<void> {
    if (this.viewer.id === null || this.list.isBusy || (this.list.value && !this.list.error)) return
    await this.list.load(signal => this.api.positions(undefined, signal))
    for (const row of this.list.value ?? []) this.applyRow(row)
  }

  /**
   * Return the start position in seconds; 0 is the beginning. It is requested anew, because another device may
   * have continued.
   *
   * @throws HttpError if the request fails.
   */
  async getStart(content: ContentRef): Promise<number> {
    await this.sendQueue()
    const queued = this.queue.get(this.viewer.id, content)
    if (queued) return isInProgress(queued) ? queued.position : 0
    const [row] = await this.api.positions(content)
    if (row) this.applyRow(row)
    return row?.position ?? 0
  }

  /** Update the position; the player calls this several times a second. A video of unknown duration is ignored. */
  update(content: ContentRef, position: number, duration: number): void {
    if (!Number.isFinite(duration) || duration <= 0) return
    const isSame =
      this.current &&
      contentKey(this.current.what.kind, this.current.what.id) === contentKey(content.kind, content.id)
    if (this.current && !isSame) this.flush()
    if (!isSame) this.sentAt = this.clock()
    this.current = {
      what: content,
      position: Math.floor(position),
      duration: Math.round(duration),
      at: this.clock(),
    }
    if (this.clock() - this.sentAt >= SEND_INTERVAL_MS) this.flush()
  }

  /** Send the current position, unless it was already sent. `leaving` means that the page closes. */
  flush(leaving = false): void {
    const { current } = this
    if (!current || this.viewer.id === null || current.position === this.sentPosition) return
    this.sentAt = this.clock()
    this.sentPosition = current.position
    this.applyUpdate(current)
    this.queue.add(this.viewer.id, current)
    // A page that closes has time for only one request.
    if (leaving) void this.send(current, true).catch(() => undefined)
    else void this.sendQueue()
  }

  /** Send the last position and end the tracking of the current video. */
  stop(): void {
    this.flush()
    this.current = null
    this.sentPosition = null
  }

  /** Send the queued positions one by one, until the queue is empty or a request fails. */
  async sendQueue(): Promise<void> {
    if (this.isSending) return
    this.isSending = true
    try {
      for (let update = this.nextQueued; update; update = this.nextQueued) {
        const isStale = this.clock() - update.at >= STALE_AFTER_MS
        if (isStale && (await this.isOutdated(update))) this.queue.remove(this.viewer.id, update)
        else await this.send(update)
      }
    } catch {
      // The position stays in the queue until the connection returns.
    } finally {
      this.isSending = false
    }
  }

  private get nextQueued(): PositionUpdate | undefined {
    return this.queue.all(this.viewer.id)[0]
  }

  /** Return whether another device has a newer position. If so, apply that position. */
  private async isOutdated(update: PositionUpdate): Promise<boolean> {
    const [row] = await this.api.positions(update.what)
    if (!row || Date.parse(row.watched_at) <= update.at) return false
    this.applyRow(row)
    return true
  }

  private async send(update: PositionUpdate, leaving = false): Promise<void> {
    const { id } = this.viewer
    await this.api
      .savePosition(update.what, update.position, update.duration, leaving)
      .catch(rethrowUnlessRejected)
    this.queue.remove(id, update)
  }

  /**
   * Delete the position of one video. The page shows the change at once.
   *
   * @throws HttpError if the server rejects it; the position is then restored.
   */
  async remove(content: ContentRef): Promise<void> {
    const key = contentKey(content.kind, content.id)
    const before = this.positions.get(key)
    this.setPosition(key, null)
    this.queue.removeContent(this.viewer.id, content)
    try {
      await this.api.removePosition(content)
    } catch (error) {
      if (before) this.setPosition(key, before)
      throw error
    }
  }

  /** Listen for pauses, for the page closing and for the connection, as long as the page is open. */
  listen(target: Pick<Window, 'addEventListener'> = window): void {
    // A pause event does not bubble, so listen in the capture phase.
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

  /** Apply a position of the server, unless this page has a newer one. */
  private applyRow(row: Position): void {
    const key = contentKey(row.kind, row.item_id)
    const current = this.positions.get(key)
    if (!current || current.watched_at < row.watched_at) this.setPosition(key, row)
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
    const positions = new Map(this.positions)
    if (row) positions.set(key, row)
    else positions.delete(key)
    this.positions = positions
  }
}

const isInProgress = ({ position, duration }: Pick<PositionUpdate, 'position' | 'duration'>): boolean =>
  position >= MIN_SECONDS && position <= duration * COMPLETED_SHARE

/** Rethrow all errors except a rejection. The server would reject the same position again, so it is dropped. */
function rethrowUnlessRejected(error: unknown): void {
  const { status } = error instanceof HttpError ? error : { status: 0 }
  if (status < 400 || status >= 500 || status === 429) throw error
}

export const positionsStore = (api: Api, { shell }: Pick<EngagementStore, 'shell'>) => {
  const store = new PositionsStore(new EngagementApi(api), shell.storage, shell.viewer)
  store.listen()
  return store
}
