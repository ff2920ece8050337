import type { Watched } from '@/shared/parts'
import type { Shell } from '@/shared/shell'
import { Latest } from '@/shared/stores/Latest'
import { CatalogApi } from '../api'
import type { ListsApi } from '../listsApi'
import type { EventItem, LibraryItem } from '../model'
import { RAIL_SIZE } from './HomeStore'

/** A game or a film in one rail. */
export type Thing = { kind: 'event'; event: EventItem } | { kind: 'vod'; film: LibraryItem }

/** Games and films that another context names by their ids; or the games of whom the viewer follows. */
export class ThingsStore {
  readonly list = new Latest<Thing[]>()

  constructor(private readonly api: CatalogApi) {}

  async load(things: readonly Watched[] | 'followed'): Promise<void> {
    await this.list.ask(signal =>
      things === 'followed' ? this.followed(signal) : this.named(things, signal),
    )
  }

  refresh(): void {
    void this.list.again()
  }

  languageChanged(): void {
    this.refresh()
  }

  reset(): void {
    this.list.clear()
  }

  /** In the order in which they are named; what is not shown here any more is left out. */
  private async named(things: readonly Watched[], signal: AbortSignal): Promise<Thing[]> {
    const idsOf = (kind: Watched['kind']) => things.filter(one => one.kind === kind).map(({ id }) => id)
    const [events, films] = await Promise.all([
      this.api.eventsById(idsOf('event'), signal),
      this.api.filmsById(idsOf('vod'), signal),
    ])
    return things.flatMap(({ kind, id }): Thing[] => {
      const event = kind === 'event' && events.find(one => one.id === id)
      const film = kind === 'vod' && films.find(one => one.id === id)
      if (event) return [{ kind: 'event', event }]
      return film ? [{ kind: 'vod', film }] : []
    })
  }

  /** What is on and comes next, then what was played last. */
  private async followed(signal: AbortSignal): Promise<Thing[]> {
    const [coming, over] = await Promise.all([
      this.api.followed(['live', 'upcoming'], 'asc', signal),
      this.api.followed(['finished'], 'desc', signal),
    ])
    return [...coming, ...over].slice(0, RAIL_SIZE).map(event => ({ kind: 'event', event }))
  }
}

export const namedThings = (_: ListsApi, { api }: Shell): ThingsStore => new ThingsStore(new CatalogApi(api))
export const followedGames = (_: ListsApi, { api }: Shell): ThingsStore =>
  new ThingsStore(new CatalogApi(api))
