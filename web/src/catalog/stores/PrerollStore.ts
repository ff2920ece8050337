import { deviceNow } from '@/shared/clock'
import { MINUTE_MS, PREROLL_CACHE_MS } from '@/shared/constants'
import type { Api } from '@/shared/http/session'
import type { Prerolls } from '@/shared/player'
import type { Preroll, Shell } from '@/shared/shell'
import type { CatalogStore } from '../CatalogStore'
import type { EventItem } from '../model'
import { selectPreroll } from '../prerolls'

const STORAGE_KEY = 'prerolls'
/** Time of the last pre-roll in milliseconds since the epoch, by viewer and event. */
type PlayedPrerolls = Record<string, number>

/** Selects the pre-roll of an event, and stores in the browser when one was played. */
export class PrerollStore {
  constructor(
    private readonly shell: Pick<Shell, 'channel' | 'viewer' | 'storage'>,
    private readonly random: () => number = Math.random,
    private readonly now: () => number = deviceNow,
  ) {}

  /** Return the callbacks of the player: to select a pre-roll before this event, and to record that it played. */
  prerollsFor(event: EventItem): Prerolls {
    return { select: () => this.select(event), recordPlayed: () => this.recordPlayed(event) }
  }

  private select(event: EventItem): Preroll | null {
    const { channel, viewer } = this.shell
    if (viewer.capabilities.includes('no_ads') || this.playKey(event) in this.played) return null
    return selectPreroll(channel.prerolls, event, this.random)
  }

  private recordPlayed(event: EventItem): void {
    const played = { ...this.played, [this.playKey(event)]: this.now() }
    this.shell.storage.set(STORAGE_KEY, played, this.pauseMs)
  }

  /** Return the records that have not expired. The next write removes expired records from storage. */
  private get played(): PlayedPrerolls {
    const entries = Object.entries(this.shell.storage.get<PlayedPrerolls>(STORAGE_KEY) ?? {})
    return Object.fromEntries(entries.filter(([, playedAt]) => playedAt + this.pauseMs > this.now()))
  }

  /** Milliseconds without another pre-roll. */
  private get pauseMs(): number {
    const minutes = this.shell.channel.settings.preroll_suppress_minutes
    return minutes === undefined ? PREROLL_CACHE_MS : minutes * MINUTE_MS
  }

  private playKey({ id }: EventItem): string {
    return `${this.shell.viewer.id ?? 'anonymous'}:${id}`
  }
}

export const prerollStore = (_api: Api, { shell }: CatalogStore): PrerollStore => new PrerollStore(shell)
