import { poll, type Sleep } from '@/shared/http/poll'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { HighlightsApi } from '../highlightsApi'
import type { EventHighlights } from '../model'

/** Milliseconds between two requests while an event is live. */
export const REFRESH_MS = 4000

/** The highlights of the current event. While it is live, they are refreshed. */
export class HighlightsStore {
  readonly list = new AsyncValue<EventHighlights>()
  private id: number | null = null
  private controller: AbortController | null = null

  constructor(
    private readonly api: HighlightsApi,
    private readonly sleep?: Sleep,
  ) {}

  /** Load the highlights of an event, and refresh them until `close` if it is live. */
  async open(id: number, isLive: boolean): Promise<void> {
    this.close()
    if (id !== this.id) this.list.clear()
    this.id = id
    await this.list.load(signal => this.api.list(id, signal))
    if (isLive && this.id === id) await this.refresh()
  }

  /** End the refreshes. */
  close(): void {
    this.controller?.abort()
    this.controller = null
  }

  languageChanged(): void {
    void this.list.reload()
  }

  reset(): void {
    this.close()
    this.list.clear()
    this.id = null
  }

  private async refresh(): Promise<void> {
    const controller = new AbortController()
    this.controller = controller
    const { signal } = controller
    const { sleep } = this
    await poll(
      async () => {
        if (document.visibilityState !== 'hidden') await this.list.reload()
        return false
      },
      isDone => isDone,
      { signal, interval: REFRESH_MS, ...(sleep ? { sleep } : {}) },
    )
  }
}

export const highlightsStore = (api: Api) => new HighlightsStore(new HighlightsApi(api))
