import { action, computed, makeObservable, observableRef } from 'mobx'
import { isCanceled } from '@/shared/http/errors'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { contentKey } from '../model'

/** A thing that may have a mark: a team that is followed, a game to be reminded of. */
export interface ToggleTarget {
  type: string
  id: number
}

/** How marks are asked for, made and taken away. */
export interface ToggleApi<Row> {
  list(signal: AbortSignal): Promise<Row[]>
  add(thing: ToggleTarget): Promise<Row>
  remove(row: Row): Promise<void>
  /** What a row marks. */
  targetOf(row: Row): ToggleTarget
}

/**
 * The marks that a viewer makes, at once in the page and taken back where the server refuses.
 *
 * However often somebody presses, one call at a time is under way for a thing, and the last press holds.
 */
export class OptimisticToggleStore<Row extends { id: number }> {
  readonly list = new AsyncValue<Row[]>()
  /** What the viewer wants, while the server does not say the same yet. */
  private pendingStates: ReadonlyMap<string, boolean> = new Map()
  private readonly inFlight = new Map<string, Promise<void>>()
  private loadPromise: Promise<void> | null = null
  /** Counts who was there: what comes of another viewer's press is dropped. */
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

  /** What is marked, as the server has it; without what is being taken away. */
  get rows(): readonly Row[] {
    return (this.list.value ?? []).filter(row => this.pendingStates.get(this.keyOfRow(row)) !== false)
  }

  /** Whether a thing is marked, or about to be. */
  has({ type, id }: ToggleTarget): boolean {
    const key = contentKey(type, id)
    return this.pendingStates.get(key) ?? this.byKey.has(key)
  }

  /** Asks once; another asking waits for the same answer, and one that failed is asked again. */
  async load(): Promise<void> {
    if (this.list.value && !this.list.error) return
    const loading = this.loadPromise ?? this.list.load(signal => this.api.list(signal))
    this.loadPromise = loading
    await loading
    if (this.loadPromise === loading) this.loadPromise = null
  }

  /**
   * Marks a thing, or takes its mark away.
   *
   * @throws HttpError where the server refuses; the page is as before then.
   */
  async set(thing: ToggleTarget, marked: boolean): Promise<void> {
    const key = contentKey(thing.type, thing.id)
    this.setPending(key, marked)
    const under = this.inFlight.get(key) ?? this.sync(thing, key)
    this.inFlight.set(key, under)
    await under
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

  /** Calls until the server has what is wanted by then. What is marked already is known first: an answer about one thing is no list. */
  private async sync(thing: ToggleTarget, key: string): Promise<void> {
    const { generation: turn } = this
    try {
      await this.load()
      if (turn === this.generation && !this.list.value) throw this.list.error
      while (
        turn === this.generation &&
        this.pendingStates.has(key) &&
        this.pendingStates.get(key) !== this.byKey.has(key)
      ) {
        await this.sendChange(thing, key, turn)
      }
    } catch (error) {
      if (turn === this.generation && !isCanceled(error)) throw error
    } finally {
      if (turn === this.generation) {
        this.inFlight.delete(key)
        this.setPending(key, null)
      }
    }
  }

  private async sendChange(thing: ToggleTarget, key: string, turn: number): Promise<void> {
    const row = this.byKey.get(key)
    const made = row ? await this.api.remove(row) : await this.api.add(thing)
    // Asking for the same again and again would not make it so.
    if (made && this.keyOfRow(made) !== key) throw new Error(`The server did not mark ${key}`)
    if (turn === this.generation) this.applyRow(key, made ?? null)
  }

  /** Null wants nothing but what the server has. */
  private setPending(key: string, marked: boolean | null): void {
    const wanted = new Map(this.pendingStates)
    if (marked === null) wanted.delete(key)
    else wanted.set(key, marked)
    this.pendingStates = wanted
  }

  private applyRow(key: string, made: Row | null): void {
    this.list.update(rows => {
      const others = rows.filter(row => this.keyOfRow(row) !== key)
      return made ? [made, ...others] : others
    })
  }

  private keyOfRow(row: Row): string {
    const { type, id } = this.api.targetOf(row)
    return contentKey(type, id)
  }
}
