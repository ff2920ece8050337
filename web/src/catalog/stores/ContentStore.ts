import type { ContentRef } from '@/shared/contexts/slots'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { CatalogApi } from '../api'
import type { EventItem, LibraryItem } from '../model'
import { RAIL_SIZE } from './HomeStore'

/** An event or a library item in a mixed rail. */
export type ContentItem = { kind: 'event'; event: EventItem } | { kind: 'vod'; libraryItem: LibraryItem }

/** Events and library items that another context names by id, or the events that the viewer follows. */
export class ContentStore {
  readonly list = new AsyncValue<ContentItem[]>()

  constructor(private readonly api: CatalogApi) {}

  async load(refs: readonly ContentRef[] | 'followed'): Promise<void> {
    await this.list.load(signal =>
      refs === 'followed' ? this.fetchFollowed(signal) : this.fetchNamed(refs, signal),
    )
  }

  refresh(): void {
    void this.list.reload()
  }

  languageChanged(): void {
    this.refresh()
  }

  reset(): void {
    this.list.clear()
  }

  /** Load the items in the given order. Items that are no longer visible are left out. */
  private async fetchNamed(refs: readonly ContentRef[], signal: AbortSignal): Promise<ContentItem[]> {
    const idsOf = (kind: ContentRef['kind']) => refs.filter(ref => ref.kind === kind).map(({ id }) => id)
    const [events, items] = await Promise.all([
      this.api.eventsById(idsOf('event'), signal),
      this.api.libraryItemsById(idsOf('vod'), signal),
    ])
    return refs.flatMap(({ kind, id }): ContentItem[] => {
      const event = kind === 'event' && events.find(candidate => candidate.id === id)
      const item = kind === 'vod' && items.find(candidate => candidate.id === id)
      if (event) return [{ kind: 'event', event }]
      return item ? [{ kind: 'vod', libraryItem: item }] : []
    })
  }

  /** Load live and upcoming events first, then the latest finished events. */
  private async fetchFollowed(signal: AbortSignal): Promise<ContentItem[]> {
    const [current, finished] = await Promise.all([
      this.api.followed(['live', 'upcoming'], 'asc', signal),
      this.api.followed(['finished'], 'desc', signal),
    ])
    return [...current, ...finished].slice(0, RAIL_SIZE).map(event => ({ kind: 'event', event }))
  }
}

export const namedContent = (api: Api): ContentStore => new ContentStore(new CatalogApi(api))
export const followedContent = (api: Api): ContentStore => new ContentStore(new CatalogApi(api))
