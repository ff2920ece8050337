import { deviceNow } from '@/shared/clock'
import { DAY_MS, MINUTE_MS, PREROLL_CACHE_MS } from '@/shared/constants'
import type { Api } from '@/shared/http/session'
import type { AdChoice, AdRequest, Prerolls } from '@/shared/player'
import type { Preroll, Shell } from '@/shared/shell'
import { AdBreakApi, type SeenAds } from '../adBreakApi'
import type { CatalogStore } from '../CatalogStore'
import type { EventItem } from '../model'
import { isHouseAd, listMatching, selectPreroll } from '../prerolls'

const STORAGE_KEY = 'prerolls'
/** The ads of sponsors that a visitor without an account saw today. */
const SEEN_KEY = 'ads_seen'
/** Time of the last pre-roll in milliseconds since the epoch, by viewer and event. */
type PlayedPrerolls = Record<string, number>

/** Selects the pre-roll of an event, and stores in the browser when one was played. */
export class PrerollStore {
  private day = ''

  constructor(
    private readonly shell: Pick<Shell, 'channel' | 'viewer' | 'storage' | 'telemetry'>,
    private readonly adBreaks: Pick<AdBreakApi, 'create'>,
    private readonly random: () => number = Math.random,
    private readonly now: () => number = deviceNow,
  ) {}

  /** Return the callbacks of the player: to select a pre-roll before this event, and to record that it played. */
  prerollsFor(event: EventItem): Prerolls {
    return { select: () => this.select(event), recordPlayed: preroll => this.recordPlayed(event, preroll) }
  }

  private select(event: EventItem): AdRequest | null {
    const { channel, viewer } = this.shell
    if (viewer.capabilities.includes('no_ads') || this.playKey(event) in this.played) return null
    const matching = listMatching(channel.prerolls, event)
    if (matching.length === 0) return null
    const houseAd = selectPreroll(matching.filter(isHouseAd), this.random)
    const hasSponsor = matching.some(({ sponsor }) => sponsor)
    const choice = hasSponsor
      ? this.requestChoice(event, houseAd)
      : Promise.resolve(toHouseAdChoice(selectPreroll(matching, this.random)))
    return { choice, houseAd }
  }

  /** Let the server choose, which knows the caps of sponsors. If it does not respond, a house ad plays. */
  private async requestChoice(event: EventItem, houseAd: Preroll | null): Promise<AdChoice | null> {
    const { channel, viewer, storage, telemetry } = this.shell
    try {
      const seen = viewer.id === null ? storage.get<SeenAds>(SEEN_KEY) : null
      const { preroll_id, token, day } = await this.adBreaks.create(event.id, seen)
      this.day = day
      const preroll = channel.prerolls.find(({ id }) => id === preroll_id)
      if (!preroll) return null
      return { preroll, report: token ? name => telemetry.emit('ad', { event: name, token }) : null }
    } catch {
      return toHouseAdChoice(houseAd)
    }
  }

  private recordPlayed(event: EventItem, { sponsor }: Preroll): void {
    const { storage, viewer } = this.shell
    const played = { ...this.played, [this.playKey(event)]: this.now() }
    storage.set(STORAGE_KEY, played, this.pauseMs)
    if (!sponsor || viewer.id !== null || !this.day) return
    const seen = storage.get<SeenAds>(SEEN_KEY)
    const counts = seen?.day === this.day ? seen.counts : {}
    storage.set(
      SEEN_KEY,
      { day: this.day, counts: { ...counts, [sponsor]: (counts[sponsor] ?? 0) + 1 } },
      DAY_MS,
    )
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

const toHouseAdChoice = (preroll: Preroll | null): AdChoice | null => preroll && { preroll, report: null }

export const prerollStore = (api: Api, { shell }: CatalogStore): PrerollStore =>
  new PrerollStore(shell, new AdBreakApi(api))
