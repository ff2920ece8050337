import { action, computed, makeObservable, observableRef } from 'mobx'
import { serverNow } from '@/shared/clock'
import { HttpError } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import type { Watched } from '@/shared/parts'
import type { Viewer } from '@/shared/shell'
import type { BrowserStorage } from '@/shared/storage/storage'
import { Latest } from '@/shared/stores/Latest'
import { EngagementApi } from '../api'
import { keyOf, type Position } from '../model'
import type { EngagementStore } from '../store'
import { type Told, Unsent } from './Unsent'

/** How often the server hears where watching is. */
export const TELL_MS = 10_000
/** What waited longer for a line may be older than what another device has told since. */
export const OLD_MS = 60_000
/** Less than this was only looked into; after this share it was seen. The server has the same rule. */
export const LEAST_SECONDS = 10
export const SEEN = 0.95

/**
 * Where the viewer stopped watching (issue: resume on any device).
 *
 * It is told every 10 s while the picture moves, at a pause and when the page is left. What cannot be told
 * waits in this browser, the newest of each thing alone, and goes when there is a line again.
 */
export class PositionsStore {
  readonly list = new Latest<Position[]>()
  private known: ReadonlyMap<string, Position> = new Map()
  private readonly unsent: Unsent
  private now: Told | null = null
  private toldAt = 0
  private toldPosition: number | null = null
  private sending = false

  constructor(
    private readonly api: EngagementApi,
    storage: BrowserStorage,
    private readonly viewer: Pick<Viewer, 'id'>,
    private readonly clock: () => number = serverNow,
  ) {
    this.unsent = new Unsent(storage)
    makeObservable<PositionsStore, 'known' | 'know'>(this, {
      known: observableRef,
      begun: computed,
      know: action,
      reset: action,
    })
  }

  /** What is begun and not seen, the newest first. */
  get begun(): readonly Position[] {
    return [...this.known.values()].toSorted((one, other) => (one.watched_at < other.watched_at ? 1 : -1))
  }

  /** How far one thing was watched. */
  of({ kind, id }: Watched): Position | null {
    return this.known.get(keyOf(kind, id)) ?? null
  }

  /** Asks for all of them, once. */
  async load(): Promise<void> {
    if (this.viewer.id === null || this.list.busy || (this.list.value && !this.list.error)) return
    await this.list.ask(signal => this.api.positions(undefined, signal))
    for (const row of this.list.value ?? []) this.learn(row)
  }

  /**
   * Where to begin, asked anew: another device may have gone on. 0 is the start.
   *
   * @throws HttpError where the server does not say.
   */
  async start(what: Watched): Promise<number> {
    await this.drain()
    const waiting = this.unsent.of(this.viewer.id, what)
    if (waiting) return isBegun(waiting) ? waiting.position : 0
    const [row] = await this.api.positions(what)
    if (row) this.learn(row)
    return row?.position ?? 0
  }

  /** Watching is here; told several times a second. A length that is not known cannot be a share of anything. */
  at(what: Watched, position: number, duration: number): void {
    if (!Number.isFinite(duration) || duration <= 0) return
    const same = this.now && keyOf(this.now.what.kind, this.now.what.id) === keyOf(what.kind, what.id)
    if (this.now && !same) this.flush()
    if (!same) this.toldAt = this.clock()
    this.now = { what, position: Math.floor(position), duration: Math.round(duration), at: this.clock() }
    if (this.clock() - this.toldAt >= TELL_MS) this.flush()
  }

  /** Tells where watching is now, unless that was told; `leaving` where the page goes away. */
  flush(leaving = false): void {
    const { now } = this
    if (!now || this.viewer.id === null || now.position === this.toldPosition) return
    this.toldAt = this.clock()
    this.toldPosition = now.position
    this.remember(now)
    this.unsent.put(this.viewer.id, now)
    // A page that goes away has time for one call alone.
    if (leaving) void this.send(now, true).catch(() => undefined)
    else void this.drain()
  }

  /** Nothing is watched any more: says where that was. */
  leave(): void {
    this.flush()
    this.now = null
    this.toldPosition = null
  }

  /** Sends what waits, one after the other, until nothing waits or one cannot be sent. */
  async drain(): Promise<void> {
    if (this.sending) return
    this.sending = true
    try {
      for (let told = this.waiting; told; told = this.waiting) {
        const old = this.clock() - told.at >= OLD_MS
        if (old && (await this.isOutdated(told))) this.unsent.drop(this.viewer.id, told)
        else await this.send(told)
      }
    } catch {
      // It waits for a line.
    } finally {
      this.sending = false
    }
  }

  private get waiting(): Told | undefined {
    return this.unsent.all(this.viewer.id)[0]
  }

  /** Whether another device went on since; then its position stays. */
  private async isOutdated(told: Told): Promise<boolean> {
    const [row] = await this.api.positions(told.what)
    if (!row || Date.parse(row.watched_at) <= told.at) return false
    this.learn(row)
    return true
  }

  private async send(told: Told, leaving = false): Promise<void> {
    const { id } = this.viewer
    await this.api.keepPosition(told.what, told.position, told.duration, leaving).catch(unlessRefused)
    this.unsent.drop(id, told)
  }

  /**
   * Forgets how far one thing was watched; at once in the page.
   *
   * @throws HttpError where the server does not take it; it is known again then.
   */
  async forget(what: Watched): Promise<void> {
    const key = keyOf(what.kind, what.id)
    const before = this.known.get(key)
    this.know(key, null)
    this.unsent.forget(this.viewer.id, what)
    try {
      await this.api.forgetPosition(what)
    } catch (error) {
      if (before) this.know(key, before)
      throw error
    }
  }

  /** Hears of pauses, of the page going away and of the line, for as long as the page stands. */
  follow(target: Pick<Window, 'addEventListener'> = window): void {
    // A pause does not bubble; on its way down everybody hears it.
    target.addEventListener('pause', () => this.flush(), true)
    target.addEventListener('pagehide', () => this.flush(true))
    target.addEventListener('visibilitychange', () => document.hidden && this.flush(true), true)
    target.addEventListener('online', () => void this.drain())
  }

  reset(): void {
    this.list.clear()
    this.known = new Map()
    this.now = null
    this.toldPosition = null
  }

  /** A row of the server; what this page knows better stays. */
  private learn(row: Position): void {
    const key = keyOf(row.kind, row.item_id)
    const known = this.known.get(key)
    if (!known || known.watched_at < row.watched_at) this.know(key, row)
  }

  private remember({ what, position, duration, at }: Told): void {
    const key = keyOf(what.kind, what.id)
    if (!isBegun({ position, duration })) this.know(key, null)
    else {
      const watched_at = new Date(at).toISOString()
      this.know(key, { kind: what.kind, item_id: what.id, position, duration, watched_at })
    }
  }

  private know(key: string, row: Position | null): void {
    const known = new Map(this.known)
    if (row) known.set(key, row)
    else known.delete(key)
    this.known = known
  }
}

const isBegun = ({ position, duration }: Pick<Told, 'position' | 'duration'>): boolean =>
  position >= LEAST_SECONDS && position <= duration * SEEN

/** What the server refuses it would refuse again: it is given up. */
function unlessRefused(error: unknown): void {
  const { status } = error instanceof HttpError ? error : { status: 0 }
  if (status < 400 || status >= 500 || status === 429) throw error
}

export const positionsStore = (api: Api, { shell }: Pick<EngagementStore, 'shell'>) => {
  const store = new PositionsStore(new EngagementApi(api), shell.storage, shell.viewer)
  store.follow()
  return store
}
