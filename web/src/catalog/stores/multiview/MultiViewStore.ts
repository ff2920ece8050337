import { action, computed, makeObservable, observableRef } from 'mobx'
import type { Api } from '@/shared/http/session'
import { SharedConnection } from '@/shared/player'
import { CatalogApi } from '../../api'
import { TileStore } from './TileStore'

/** How the pictures are laid out: all of the same size, or one large one beside the others. */
export type Layout = 'equal' | 'large'

/** The games of a multi-view: which one has sound, which one is large, and which one fills the screen. */
export class MultiViewStore {
  readonly connection = new SharedConnection()
  tiles: readonly TileStore[] = []
  /** The only game with sound; null before the first press. */
  soundId: number | null = null
  layout: Layout = 'equal'
  /** The game that fills the screen; null for none. */
  fullId: number | null = null
  /** Whether all pictures are paused. */
  isPaused = false
  private chosenLargeId: number | null = null

  constructor(private readonly api: CatalogApi) {
    makeObservable<MultiViewStore, 'chosenLargeId'>(this, {
      tiles: observableRef,
      soundId: observableRef,
      layout: observableRef,
      fullId: observableRef,
      isPaused: observableRef,
      chosenLargeId: observableRef,
      largeId: computed,
      open: action,
      giveSound: action,
      press: action,
      enlarge: action,
      fill: action,
      back: action,
      setLayout: action,
      togglePause: action,
    })
  }

  /** The large game: the chosen one, or the first. */
  get largeId(): number | null {
    const ids = this.tiles.map(({ id }) => id)
    return this.chosenLargeId !== null && ids.includes(this.chosenLargeId)
      ? this.chosenLargeId
      : (ids[0] ?? null)
  }

  /** Show these games. Those that were shown go on without a break. */
  open(ids: readonly number[]): void {
    const known = new Map(this.tiles.map(tile => [tile.id, tile]))
    this.tiles = ids.map(id => known.get(id) ?? this.createTile(id))
    for (const [id, tile] of known) if (!ids.includes(id)) tile.reset()
    if (this.soundId !== null && !ids.includes(this.soundId)) this.soundId = null
    if (this.fullId !== null && !ids.includes(this.fullId)) this.fullId = null
    this.updatePreferred()
  }

  /** Give the sound to one game. All others are silent. Null for silence. */
  giveSound(id: number | null): void {
    this.soundId = id
    if (this.fullId !== null && id !== null) this.fullId = id
    this.updatePreferred()
  }

  /** Handle a press on a picture: first it gets the sound, then it becomes large, then it fills the screen. */
  press(id: number): void {
    if (this.soundId !== id) this.giveSound(id)
    else if (this.fullId === id) this.back()
    else if (this.layout === 'large' && this.largeId === id) this.fill(id)
    else this.enlarge(id)
  }

  /** Make a game the large one. */
  enlarge(id: number): void {
    this.layout = 'large'
    this.chosenLargeId = id
    this.updatePreferred()
  }

  /** Let a game fill the screen, with its sound. */
  fill(id: number): void {
    this.soundId = id
    this.fullId = id
    this.updatePreferred()
  }

  /** Undo the last enlargement. Return whether there was one. */
  back(): boolean {
    if (this.fullId !== null) this.fullId = null
    else if (this.layout === 'large') this.layout = 'equal'
    else return false
    this.updatePreferred()
    return true
  }

  setLayout(layout: Layout): void {
    this.layout = layout
    this.fullId = null
    this.updatePreferred()
  }

  togglePause(): void {
    this.isPaused = !this.isPaused
  }

  languageChanged(): void {
    for (const tile of this.tiles) tile.languageChanged()
  }

  reset(): void {
    this.open([])
    this.isPaused = false
  }

  /** Load the events again, as after a purchase. */
  refresh(): void {
    for (const tile of this.tiles) void tile.refresh()
  }

  private createTile(id: number): TileStore {
    const tile = new TileStore(id, this.api)
    void tile.open()
    return tile
  }

  private updatePreferred(): void {
    const { fullId, layout, largeId, soundId } = this
    this.connection.prefer(fullId ?? (layout === 'large' ? largeId : soundId))
  }
}

export const multiViewStore = (api: Api): MultiViewStore => new MultiViewStore(new CatalogApi(api))
