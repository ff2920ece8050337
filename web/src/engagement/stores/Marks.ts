import { action, computed, makeObservable, observableRef } from 'mobx'
import { isCancelled } from '@/shared/http/errors'
import { Latest } from '@/shared/stores/Latest'
import { keyOf } from '../model'

/** A thing that may have a mark: a team that is followed, a game to be reminded of. */
export interface Markable {
  type: string
  id: number
}

/** How marks are asked for, made and taken away. */
export interface MarksTransport<Row> {
  list(signal: AbortSignal): Promise<Row[]>
  add(thing: Markable): Promise<Row>
  remove(row: Row): Promise<void>
  /** What a row marks. */
  of(row: Row): Markable
}

/**
 * The marks that a viewer makes, at once in the page and taken back where the server refuses.
 *
 * However often somebody presses, one call at a time is under way for a thing, and the last press holds.
 */
export class Marks<Row extends { id: number }> {
  readonly list = new Latest<Row[]>()
  /** What the viewer wants, while the server does not say the same yet. */
  private wanted: ReadonlyMap<string, boolean> = new Map()
  private readonly working = new Map<string, Promise<void>>()
  private loading: Promise<void> | null = null
  /** Counts who was there: what comes of another viewer's press is dropped. */
  private turn = 0

  constructor(private readonly transport: MarksTransport<Row>) {
    makeObservable<Marks<Row>, 'wanted' | 'byKey' | 'take' | 'want'>(this, {
      wanted: observableRef,
      rows: computed,
      byKey: computed,
      take: action,
      want: action,
      reset: action,
    })
  }

  /** What is marked, as the server has it; without what is being taken away. */
  get rows(): readonly Row[] {
    return (this.list.value ?? []).filter(row => this.wanted.get(this.keyOfRow(row)) !== false)
  }

  /** Whether a thing is marked, or about to be. */
  has({ type, id }: Markable): boolean {
    const key = keyOf(type, id)
    return this.wanted.get(key) ?? this.byKey.has(key)
  }

  /** Asks once; another asking waits for the same answer, and one that failed is asked again. */
  async load(): Promise<void> {
    if (this.list.value && !this.list.error) return
    const asked = this.loading ?? this.list.ask(signal => this.transport.list(signal))
    this.loading = asked
    await asked
    if (this.loading === asked) this.loading = null
  }

  /**
   * Marks a thing, or takes its mark away.
   *
   * @throws HttpError where the server refuses; the page is as before then.
   */
  async set(thing: Markable, marked: boolean): Promise<void> {
    const key = keyOf(thing.type, thing.id)
    this.want(key, marked)
    const under = this.working.get(key) ?? this.settle(thing, key)
    this.working.set(key, under)
    await under
  }

  languageChanged(): void {
    void this.list.again()
  }

  reset(): void {
    this.turn += 1
    this.list.clear()
    this.loading = null
    this.wanted = new Map()
    this.working.clear()
  }

  private get byKey(): ReadonlyMap<string, Row> {
    return new Map((this.list.value ?? []).map(row => [this.keyOfRow(row), row]))
  }

  /** Calls until the server has what is wanted by then. What is marked already is known first: an answer about one thing is no list. */
  private async settle(thing: Markable, key: string): Promise<void> {
    const { turn } = this
    try {
      await this.load()
      if (turn === this.turn && !this.list.value) throw this.list.error
      while (turn === this.turn && this.wanted.has(key) && this.wanted.get(key) !== this.byKey.has(key)) {
        await this.call(thing, key, turn)
      }
    } catch (error) {
      if (turn === this.turn && !isCancelled(error)) throw error
    } finally {
      if (turn === this.turn) {
        this.working.delete(key)
        this.want(key, null)
      }
    }
  }

  private async call(thing: Markable, key: string, turn: number): Promise<void> {
    const row = this.byKey.get(key)
    const made = row ? await this.transport.remove(row) : await this.transport.add(thing)
    // Asking for the same again and again would not make it so.
    if (made && this.keyOfRow(made) !== key) throw new Error(`The server did not mark ${key}`)
    if (turn === this.turn) this.take(key, made ?? null)
  }

  /** Null wants nothing but what the server has. */
  private want(key: string, marked: boolean | null): void {
    const wanted = new Map(this.wanted)
    if (marked === null) wanted.delete(key)
    else wanted.set(key, marked)
    this.wanted = wanted
  }

  private take(key: string, made: Row | null): void {
    const others = (this.list.value ?? []).filter(row => this.keyOfRow(row) !== key)
    this.list.value = made ? [made, ...others] : others
  }

  private keyOfRow(row: Row): string {
    const { type, id } = this.transport.of(row)
    return keyOf(type, id)
  }
}
