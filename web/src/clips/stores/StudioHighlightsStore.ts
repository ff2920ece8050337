import { computed, makeObservable, observableRef, runInAction } from 'mobx'
import { type ErrorMessage, HttpError } from '@/shared/http/errors'
import { poll, type Sleep } from '@/shared/http/poll'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { UNKNOWN_ERROR } from '@/shared/stores/Form'
import { moveItem } from '@/shared/studio/moveItem'
import {
  type HighlightAction,
  HighlightsApi,
  type StudioClip,
  type StudioHighlight,
  type StudioHighlights,
} from '../highlightsApi'

/** Milliseconds between two requests while the panel is open. */
export const REFRESH_MS = 3000

/** The highlights of an event in the studio. Each action returns its error, or null. */
export class StudioHighlightsStore {
  readonly list = new AsyncValue<StudioHighlights>()
  /** The highlight whose request is in progress. */
  busyId: number | null = null
  private id = 0
  private controller: AbortController | null = null

  constructor(
    private readonly api: HighlightsApi,
    private readonly sleep?: Sleep,
  ) {
    makeObservable(this, { busyId: observableRef, highlights: computed })
  }

  get highlights(): readonly StudioHighlight[] {
    return this.list.value?.highlights ?? []
  }

  /** Load the highlights of an event, and refresh them until `close`. */
  async open(id: number): Promise<void> {
    this.close()
    if (id !== this.id) this.list.clear()
    this.id = id
    await this.load()
    if (this.id !== id) return
    const controller = new AbortController()
    this.controller = controller
    const { signal } = controller
    const { sleep } = this
    const look = async () => {
      if (document.visibilityState !== 'hidden' && this.busyId === null) await this.load()
      return false
    }
    await poll(look, isDone => isDone, { signal, interval: REFRESH_MS, ...(sleep ? { sleep } : {}) })
  }

  load(): Promise<void> {
    const { id } = this
    return this.list.load(signal => this.api.listForStudio(id, signal))
  }

  /** End the refreshes. */
  close(): void {
    this.controller?.abort()
    this.controller = null
  }

  /** Put a highlight at another place. It moves at once. */
  async move(from: number, to: number): Promise<ErrorMessage | null> {
    const highlights = moveItem(this.highlights, from, to)
    this.list.update(value => ({ ...value, highlights }))
    const ids = highlights.map(({ id }) => id)
    return this.change(ids[to] ?? 0, async () => {
      const saved = await this.api.arrange(this.id, ids)
      this.list.update(() => saved)
    })
  }

  /** Drop, restore, feature or retry a highlight or the reel. `id` is the one that is busy meanwhile. */
  act(id: number, clip: StudioClip, action: HighlightAction): Promise<ErrorMessage | null> {
    return this.change(id, async () => {
      await this.api.act(clip.id, action)
      await this.load()
    })
  }

  reset(): void {
    this.close()
    this.list.clear()
    this.id = 0
  }

  private async change(id: number, send: () => Promise<void>): Promise<ErrorMessage | null> {
    if (this.busyId !== null) return null
    runInAction(() => {
      this.busyId = id
    })
    try {
      await send()
      return null
    } catch (error) {
      await this.load()
      return error instanceof HttpError ? error.errorMessage : UNKNOWN_ERROR
    } finally {
      runInAction(() => {
        this.busyId = null
      })
    }
  }
}

export const studioHighlightsStore = (api: Api) => new StudioHighlightsStore(new HighlightsApi(api))
