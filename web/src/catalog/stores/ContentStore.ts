import type { ContentRef } from '@/shared/contexts/slots'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { CatalogApi } from '../api'
import type { EventItem, LibraryItem } from '../model'
import { RAIL_SIZE } from './HomeStore'

/** A game or a film in one rail. */
export type ContentItem = { kind: 'event'; event: EventItem } | { kind: 'vod'; libraryItem: LibraryItem }

/** Games and films that another context names by their ids; or the games of whom the viewer follows. */
export class ContentStore {
  readonly list = new AsyncValue<ContentItem[]>()

  constructor(private readonly api: CatalogApi) {}

  async load(things: readonly ContentRef[] | 'followed'): Promise<void> {
    await this.list.load(signal =>
      things === 'followed' ? this.fetchFollowed(signal) : this.fetchNamed(things, signal),
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

  /** In the order in which they are named; what is not shown here any more is left out. */
  private async fetchNamed(things: readonly ContentRef[], signal: AbortSignal): Promise<ContentItem[]> {
    const idsOf = (kind: ContentRef['kind']) => things.filter(one => one.kind === kind).map(({ id }) => id)
    const [events, items] = await Promise.all([
      this.api.eventsById(idsOf('event'), signal),
      this.api.libraryItemsById(idsOf('vod'), signal),
    ])
    return things.flatMap(({ kind, id }): ContentItem[] => {
      const event = kind === 'event' && events.find(one => one.id === id)
      const item = kind === 'vod' && items.find(one => one.id === id)
      if (event) return [{ kind: 'event', event }]
      return item ? [{ kind: 'vod', libraryItem: item }] : []
    })
  }

  /** What is on and comes next, then what was played last. */
  private async fetchFollowed(signal: AbortSignal): Promise<ContentItem[]> {
    const [coming, over] = await Promise.all([
      this.api.followed(['live', 'upcoming'], 'asc', signal),
      this.api.followed(['finished'], 'desc', signal),
    ])
    return [...coming, ...over].slice(0, RAIL_SIZE).map(event => ({ kind: 'event', event }))
  }
}

export const namedContent = (api: Api): ContentStore => new ContentStore(new CatalogApi(api))
export const followedContent = (api: Api): ContentStore => new ContentStore(new CatalogApi(api))
