import { action, computed, makeObservable, observableRef } from 'mobx'
import { isCanceled } from '@/shared/http/errors'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { contentKey } from '../model'

/** An item that can be marked, such as a team to follow or a game with a reminder. */
export interface ToggleTarget {
  type: string
  id: number
}

/** The requests that list, add and remove marks. */
export interface ToggleApi<Row> {
  list(signal: AbortSignal): Promise<Row[]>
  add(target: ToggleTarget): Promise<Row>
  remove(row: Row): Promise<void>
  /** Return the item that a row marks. */
  targetOf(row: Row): ToggleTarget
}

/**
 * The marks of a viewer. A change appears in the page at once, and is undone if the server rejects it.
 *
 * Each item has at most one request in progress. After several presses, the state of the last press wins.
 */
export class OptimisticToggleStore<Row extends { id: number }> {
  readonly list = new AsyncValue<Row[]>()
  /** The wanted state of each item whose change the server has not confirmed. */
  private pendingStates: ReadonlyMap<string, boolean> = new Map()
  private readonly inFlight = new Map<string, Promise<void>>()
  private loadPromise: Promise<void> | null = null
  /** Counts the viewers, so that a response for a previous viewer is dropped. */
  private generation = 0

  constructor(private readonly api: ToggleApi<Row>) {
    makeObservable<OptimisticToggleStore<Row>, 'pendingStates' | 'byKey' | 'applyRow' | 'setPending'>(this, {
      pendingStates: observableRef,
      rows: computed,
      byKey: computed,
      applyRow: action,
      setPending: action,
      reset: action,
    })
  }

  /** The server's rows, without rows whose removal is pending. */
  get rows(): readonly Row[] {
    return (this.list.value ?? []).filter(row => this.pendingStates.get(this.keyOfRow(row)) !== false)
  }

  /** Return whether an item is marked, including pending changes. */
  has({ type, id }: ToggleTarget): boolean {
    const key = contentKey(type, id)
    return this.pendingStates.get(key) ?? this.byKey.has(key)
  }

  /** Load the list once. Concurrent calls share one request, and a failed request is retried by the next call. */
  async load(): Promise<void> {
    if (this.list.value && !this.list.error) return
    const loading = this.loadPromise ?? this.list.load(signal => this.api.list(signal))
    this.loadPromise = loading
    await loading
    if (this.loadPromise === loading) this.loadPromise = null
  }

  /**
   * Mark or unmark an item.
   *
   * @throws HttpError if the server rejects it; the previous state is then restored.
   */
  async set(target: ToggleTarget, marked: boolean): Promise<void> {
    const key = contentKey(target.type, target.id)
    this.setPending(key, marked)
    const request = this.inFlight.get(key) ?? this.sync(target, key)
    this.inFlight.set(key, request)
    await request
  }

  languageChanged(): void {
    void this.list.reload()
  }

  reset(): void {
    this.generation += 1
    this.list.clear()
    this.loadPromise = null
    this.pendingStates = new Map()
    this.inFlight.clear()
  }

  private get byKey(): ReadonlyMap<string, Row> {
    return new Map((this.list.value ?? []).map(row => [this.keyOfRow(row), row]))
  }

  /**
   * Send requests until the server has the wanted state.
   *
   * The list loads first, because the response to a change contains only one row.
   */
  private async sync(target: ToggleTarget, key: string): Promise<void> {
    const { generation } = this
    try {
      await this.load()
      if (generation === this.generation && !this.list.value) throw this.list.error
      while (
        generation === this.generation &&
        this.pendingStates.has(key) &&
        this.pendingStates.get(key) !== this.byKey.has(key)
      ) {
        await this.sendChange(target, key, generation)
      }
    } catch (error) {
      if (generation === this.generation && !isCanceled(error)) throw error
    } finally {
      if (generation === this.generation) {
        this.inFlight.delete(key)
        this.setPending(key, null)
      }
    }
  }

  private async sendChange(target: ToggleTarget, key: string, generation: number): Promise<void> {
    const row = this.byKey.get(key)
    const added = row ? await this.api.remove(row) : await this.api.add(target)
    // Without this error, the loop in `sync` would repeat the same request forever.
    if (added && this.keyOfRow(added) !== key) throw new Error(`The server did not mark ${key}`)
    if (generation === this.generation) this.applyRow(key, added ?? null)
  }

  /** Set the pending state of an item. Null means that nothing is pending. */
  private setPending(key: string, marked: boolean | null): void {
    const pending = new Map(this.pendingStates)
    if (marked === null) pending.delete(key)
    else pending.set(key, marked)
    this.pendingStates = pending
  }

  /** Replace the row of an item. Null means that it has none. */
  protected applyRow(key: string, row: Row | null): void {
    this.list.update(rows => {
      const others = rows.filter(other => this.keyOfRow(other) !== key)
      return row ? [row, ...others] : others
    })
  }

  private keyOfRow(row: Row): string {
    const { type, id } = this.api.targetOf(row)
    return contentKey(type, id)
  }
}
